/** Sign-in by name and PIN, for every page but the box's own screen. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Refusal, SignIn } from "../messages";
import { Part } from "../part";
import { sentence } from "../words";

@customElement("sign-in")
export class SignInForm extends Part {
  @property() reason = "";
  @state() private refused = "";
  @state() private busy = false;

  protected override render(): TemplateResult {
    return html`<form class="sign-in" @submit=${(event: SubmitEvent) => void this.submit(event)}>
      <h1>Sign in</h1>
      ${this.reason === "" ? nothing : html`<p>${sentence(this.reason)}</p>`}
      <label class="field"><span>Name</span><input name="name" required pattern="[a-z0-9\\-]{1,32}" autocomplete="username" autocapitalize="none" /></label>
      <label class="field"><span>PIN</span><input name="pin" type="password" inputmode="numeric" required autocomplete="current-password" /></label>
      <p class="late" role="alert">${this.refused}</p>
      <button class="act go" data-id="sign in" ?disabled=${this.busy}>Sign in</button>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const data = new FormData(form);
    this.busy = true;
    const body: SignIn = { name: String(data.get("name")), pin: String(data.get("pin")) };
    this.refused = await post("/sign-in", body);
    this.busy = false;
    form.querySelector<HTMLInputElement>("[name=pin]")!.value = "";
    if (this.refused === "") this.tell("signed-in", null);
  }
}

/** Post JSON; return why it was refused, or nothing. */
export async function post(path: string, body: unknown): Promise<string> {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (answer.ok) return "";
    const refusal = (await answer.json().catch(() => null)) as Refusal | null;
    return refusal === null ? `The controller answered with error ${answer.status}.` : `${sentence(refusal.reason)} ${sentence(refusal.allowed_by)}`;
  } catch {
    return "The controller does not answer.";
  }
}
