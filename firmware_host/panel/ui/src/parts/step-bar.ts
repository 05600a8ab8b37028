/** The expected step: one big button with what to say and its paragraphs, or one button for each possible answer. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { asksTwice, identity, isSensed, type Choice } from "../acts";
import { die } from "../cards";
import { label, shortcut } from "../labels";
import type { Act, DealerView, Step } from "../messages";
import { Part } from "../part";
import { roleWords, sentence } from "../words";

/** Closing the bets comes where collecting and paying were: a hand that goes on tapping must not close them. */
const SLOWER: Readonly<Partial<Record<Act["kind"], number>>> = { "close-bets": 1000 };

@customElement("step-bar")
export class StepBar extends Part {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) expected: readonly Choice[] = [];
  @property({ attribute: false }) mayAct = true;
  /** Whether something is being entered above: the step is only said then, so that nobody taps it instead. */
  @property({ attribute: false }) entering = false;

  protected override render(): TemplateResult {
    const first = this.expected[0];
    if (first === undefined) return this.waiting();
    if (this.entering) return this.said(this.expected.find(({ step }) => step.expected) ?? first);
    const kind = first.step.act.kind;
    if (kind === "note-die" || kind === "call-sum") return this.dice();
    if (this.expected.length > 1 || kind === "check" || kind === "call") return this.turn();
    return this.one(first);
  }

  private waiting(): TemplateResult {
    const why = this.view.table.waiting_for;
    const say = why === null ? "No step is due now." : sentence(why.allowed_by);
    return html`<div class="step hint ${size(say)}">
      <span class="say">${say}</span>${why === null ? nothing : html`<span class="why">${sentence(why.reason)} ${cited(why.paragraphs)}</span>`}
    </div>`;
  }

  private said({ step }: Choice): TemplateResult {
    return html`<div class="step hint ${size(step.say)}"><span class="say">${step.say}</span><span class="why">Finish the entry above, or go back.</span></div>`;
  }

  private one(choice: Choice): TemplateResult {
    const { step } = choice;
    if (isSensed(step.act)) {
      return html`<div class="step hint by-hand ${size(step.say)}">
        <span class="say">${step.say}</span><span class="why">The sensors see it; no tap is needed. ${cited(step.paragraphs)}</span>
      </div>`;
    }
    const also = this.beside().map((one) => one.say);
    // The push is listed pot by pot beside the table.
    const award = step.act.kind === "award-pot" && step.expected ? this.view.award : null;
    const steps = award?.do ?? step.do;
    const lines = steps.length === 0 ? [step.say] : steps;
    const word = this.view.trade_words.find((one) => this.view.table.steps[one.step] === step)?.word ?? "";
    const { watch } = step;
    const say = [word, ...lines].join(" ");
    const sized = watch === "" ? size(say) : say.length > 130 ? "tiny watched" : "small watched";
    return this.button(
      choice,
      html`${watch === "" ? nothing : html`<span class="watch">${watch}</span>`}
        <span class="say">${word === "" ? nothing : html`<b class="word">${word}</b> `}${lines.length === 1 ? lines[0] : lines.map((line, at) => html`<b class="nth">${at + 1}</b> ${line} `)}</span><span class="also">${step.role === "dealer" ? nothing : html`<b>A ${roleWords(step.role)} does this, with a PIN.</b> `}${also.length === 0 ? nothing : html`<span class="beside">Also: ${also.join(" ")}</span> `}${cited(step.paragraphs)}</span>`,
      `step ${sized}`,
      true,
    );
  }

  private turn(): TemplateResult {
    const seat = this.expected[0]?.step.seat;
    const paragraphs = [...new Set(this.expected.flatMap(({ step }) => step.paragraphs))];
    const also = this.beside().map((one) => one.short || one.say);
    return html`<div class="turn">
      <p class="head"><b>Seat ${seat} to act</b> ${also.length === 0 ? nothing : html`<span class="beside">Also: ${also.join(" ")}</span> `}${cited(paragraphs)}</p>
      <div class="answers count-${this.expected.length}">
        ${this.expected.map((choice) => {
          const { step } = choice;
          const text = label(step, this.view);
          const twice = asksTwice(choice, this.view) ? "twice" : "";
          const main = step.act.kind === "check" || step.act.kind === "call";
          return this.button(choice, html`<span class="say">${text}</span>`, `answer ${step.act.kind} ${twice} ${text.length <= 13 ? "" : text.length <= 30 ? "longer" : "longest"}`, main);
        })}
      </div>
    </div>`;
  }

  /** What the hands do besides, which the sensors see, such as putting the other deck into the shuffler. */
  private beside(): Step[] {
    return this.view.table.steps.filter((one) => one.expected && isSensed(one.act));
  }

  private dice(): TemplateResult {
    const first = this.expected[0]?.step;
    const sum = first?.act.kind === "call-sum";
    const noted = first?.act.kind === "call-sum" ? first.act.dice[0] : 0;
    const said = sum ? `First die ${noted}. Enter the second die.` : "Call the sum. Enter the first die.";
    return html`<div class="turn">
      <p class="head"><b>${said}</b> ${cited(first?.paragraphs ?? [])}</p>
      <div class="answers faces">
        ${this.expected.map((choice) => {
          const act = choice.step.act;
          const face = act.kind === "note-die" ? act.face : act.kind === "call-sum" ? act.dice[1] : 0;
          const name = sum ? `${face}: sum ${face + noted}` : String(face);
          return this.button(
            choice,
            html`<svg viewBox="0 0 40 40" aria-hidden="true">${die(face, 0, 0, 40)}</svg
              ><span class=${sum ? "sum" : "visually-hidden"}>${sum ? `= ${face + noted}` : name}</span>`,
            "answer face",
            false,
          );
        })}
      </div>
    </div>`;
  }

  private button(choice: Choice, inside: TemplateResult, classes: string, main: boolean): TemplateResult {
    const key = main ? "Enter" : shortcut(choice.step.act);
    return html`<button
      type="button"
      class=${classes}
      data-act
      data-id=${identity(choice.step, this.view.table.turn)}
      data-settle=${SLOWER[choice.step.act.kind] ?? nothing}
      ?data-main=${main}
      aria-keyshortcuts=${key ?? nothing}
      aria-disabled=${this.mayAct ? nothing : "true"}
      @click=${() => this.tell("choose", choice)}
    >
      ${inside}${key === null ? nothing : html`<kbd aria-hidden="true">${key}</kbd>`}
    </button>`;
  }
}

export function cited(paragraphs: readonly string[]): TemplateResult | typeof nothing {
  return paragraphs.length === 0 ? nothing : html`<cite>${paragraphs.join(" · ")}</cite>`;
}

/** The size of text that lets a sentence of this length stay inside the bar. */
function size(say: string): string {
  return say.length <= 44 ? "large" : say.length <= 100 ? "middle" : say.length <= 230 ? "small" : "tiny";
}
