/**
 * The one that knows the socket: it reconnects for ever, sends unanswered requests again by their ids, and notices silence.
 *
 * It keeps no truth: the view is replaced whole, and what was asked is done only when the box answers.
 */
import type { Accepted, Act, BoxMessage, DealerView, Hello, PageMessage, Refusal, Refused, Role } from "./messages";

export const SILENCE_MS = 1500;
const DEAD_MS = 5000;
const OPENING_MS = 3000;
const LONGEST_WAIT_MS = 2000;
const ALIVE_MS = 5000;
/** A request on which the connection ended so often is given up: it may be what ends it. */
const MOST_TRIES = 5;

const ENDED = `the connection ended ${MOST_TRIES} times on this request`;
const SIGNED_OUT = "you were signed out before the controller answered";

export type Answer = Accepted | Refused;

export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

export interface Link {
  /** Whether the box was heard within the last 1.5 seconds. */
  readonly live: boolean;
  /** When the box was last heard, in milliseconds of this browser's clock; null if never. */
  readonly heardAt: number | null;
  readonly hello: Hello | null;
  readonly view: DealerView | null;
  /** The newest fact that the box has told of. */
  readonly seen: number;
  /** How far the box's wall clock is ahead of the browser's, in milliseconds. */
  readonly aheadMs: number;
  readonly goodbye: string;
  readonly signIn: boolean;
}

interface Waiting {
  readonly message: PageMessage;
  tries: number;
  readonly done: (message: BoxMessage) => void;
}

export class Connection {
  link: Link = {
    live: false, heardAt: null, hello: null, view: null, seen: 0, aheadMs: 0, goodbye: "", signIn: false,
  };
  private socket: WebSocket | null = null;
  private openedAt = 0;
  private failures = 0;
  private retry: number | undefined;
  private count = 0;
  private readonly afterChange: (() => void)[] = [];
  private readonly waiting = new Map<string, Waiting>();
  private readonly page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

  constructor(
    private readonly address: string,
    private readonly onChange: (link: Link) => void,
    private readonly painted: () => { readonly fact: number; readonly heapBytes: number | null },
  ) {}

  start(): void {
    this.open();
    window.setInterval(() => this.look(), 250);
    window.setInterval(() => this.tellAlive(), ALIVE_MS);
    // A cable that comes back, or a tab that was frozen, need not wait.
    window.addEventListener("online", () => this.again());
  }

  /** Wait until the view holds this fact, but no longer than a moment. */
  async shows(fact: number): Promise<void> {
    const until = performance.now() + SILENCE_MS;
    while ((this.link.view?.table.seen ?? 0) < fact && performance.now() < until) {
      await new Promise((done) => this.afterChange.push(() => done(null)));
    }
  }

  /** Ask for an act; the promise lasts over reconnections until the box has answered. */
  async ask(act: Act, seen: number, person?: Person): Promise<Answer> {
    const id = this.nextId();
    const by = person === undefined ? {} : { actor: person.name, role: person.role, pin: person.pin };
    const message = await this.request(id, { kind: "ask", id, seen, act, ...by });
    if (message.kind !== "answer") throw new Error(message.kind);
    return message.answer;
  }

  async explain(act: Act, role: Role): Promise<Refusal | null> {
    const id = this.nextId();
    const message = await this.request(id, { kind: "explain", id, act, role });
    return message.kind === "explained" ? message.refusal : null;
  }

  /** Connect at once, for example after signing in. */
  again(): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.link.live) return;
    this.drop();
    this.open();
  }

  private nextId(): string {
    this.count += 1;
    return `${this.page}-${this.count}`;
  }

  private request(id: string, message: PageMessage): Promise<BoxMessage> {
    return new Promise((done) => {
      this.waiting.set(id, { message, tries: 1, done });
      this.send(message);
    });
  }

  private send(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send what was not answered before the connection was lost; its id makes the box act once. */
  private sendAgain(): void {
    for (const [id, waiting] of [...this.waiting]) {
      waiting.tries += 1;
      if (waiting.tries <= MOST_TRIES) this.send(waiting.message);
      else this.giveUp(id, waiting, ENDED);
    }
  }

  private giveUp(id: string, waiting: Waiting, reason: string): void {
    const allowed_by = "check at the table whether it was done; if not, repeat it";
    this.waiting.delete(id);
    waiting.done({ kind: "answer", id, answer: { kind: "refused", id, refusal: { code: "outcome-unknown", paragraphs: [], reason, allowed_by } } });
  }

  /** Give up what one person asked: sent again, it would be asked by the next person who signs in. */
  private giveUpAll(): void {
    for (const [id, waiting] of [...this.waiting]) this.giveUp(id, waiting, SIGNED_OUT);
  }

  private open(): void {
    window.clearTimeout(this.retry);
    this.retry = undefined;
    this.openedAt = performance.now();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.hear(JSON.parse(event.data) as BoxMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.later();
    };
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private later(): void {
    this.socket = null;
    this.failures += 1;
    const longest = Math.min(LONGEST_WAIT_MS, 200 * 2 ** Math.min(this.failures, 4));
    window.clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
    this.change({});
  }

  private hear(message: BoxMessage): void {
    // A box that says goodbye again and again is asked seldom.
    if (message.kind !== "goodbye") this.failures = 0;
    const heard: Partial<Link> = { heardAt: Date.now(), live: true };
    switch (message.kind) {
      case "hello":
        if (this.link.hello !== null && this.link.hello.actor !== message.actor) this.giveUpAll();
        this.change({ ...heard, hello: message, goodbye: "", signIn: false });
        this.sendAgain();
        break;
      case "view":
        this.change({ ...heard, view: message.view, seen: message.view.table.seen });
        break;
      case "beat":
        this.change({ ...heard, seen: Math.max(message.seen, this.link.seen), aheadMs: message.wall_ms - Date.now() });
        break;
      case "answer":
      case "explained":
        this.change(heard);
        this.waiting.get(message.id)?.done(message);
        this.waiting.delete(message.id);
        break;
      case "goodbye":
        if (message.sign_in) this.giveUpAll();
        this.change({ ...heard, goodbye: message.reason, signIn: message.sign_in, ...(message.sign_in ? { view: null } : {}) });
        break;
    }
  }

  private look(): void {
    const silentMs = this.link.heardAt === null ? Infinity : Date.now() - this.link.heardAt;
    if (this.link.live && silentMs > SILENCE_MS) this.change({ live: false });
    const opening = this.socket?.readyState === WebSocket.CONNECTING;
    const open = this.socket?.readyState === WebSocket.OPEN;
    const age = performance.now() - this.openedAt;
    if ((opening && age > OPENING_MS) || (open && age > DEAD_MS && silentMs > DEAD_MS)) {
      this.drop();
      this.later();
    }
  }

  private tellAlive(): void {
    const { fact, heapBytes } = this.painted();
    this.send({ kind: "alive", painted: fact, heap_bytes: heapBytes });
  }

  private change(changes: Partial<Link>): void {
    this.link = { ...this.link, ...changes };
    this.onChange(this.link);
    for (const heard of this.afterChange.splice(0)) heard();
  }
}
