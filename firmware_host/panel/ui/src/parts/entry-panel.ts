/** What a step still needs, one question after the other, in place of the table; the expected step stays below. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { needs, type Choice, type Need, type Values } from "../acts";
import { label } from "../labels";
import type { DealerView, Role } from "../messages";
import { Part } from "../part";
import "./dice-pad";
import { cited } from "./step-bar";
import { reasons } from "./why-pad";

@customElement("entry-panel")
export class EntryPanel extends Part {
  @property({ attribute: false }) view!: DealerView;
  @property({ attribute: false }) choice!: Choice;
  @property({ attribute: false }) values: Values = {};
  @property({ attribute: false }) roles: readonly Role[] = [];
  @property() refused = "";

  protected override render(): TemplateResult {
    const need = needs(this.choice, this.values, this.view, this.roles)[0];
    const { step } = this.choice;
    // The cards need the whole height; what they are for stays in the expected step or in the slots.
    if (need?.kind === "cards") return this.ask(need);
    return html`<header class="panel-head">
        <h2>${this.said()} ${cited(step.paragraphs)}</h2>
        <button type="button" class="act quiet" data-id="nav back" aria-keyshortcuts="Escape" @click=${() => this.tell("open", null)}>Back</button>
      </header>
      ${need === undefined ? nothing : this.ask(need)}`;
  }

  /** What is entered, for whom. */
  private said(): string {
    const { step } = this.choice;
    const { act } = step;
    if (act.kind === "clear-alert" || act.kind === "acknowledge-alert") {
      // The step is also read by the public, in the words of the sign; here the alert has its own.
      const alert = this.view.alerts.find((one) => one.number === act.alert);
      if (alert !== undefined) return `${act.kind === "clear-alert" ? "Clear" : "Seen"}: ${alert.say}`;
    }
    const seat = this.values.seat;
    if (seat === undefined || step.seat !== null) return step.say;
    return step.say.includes("any seat") ? step.say.replace("any seat", `seat ${seat}`) : `Seat ${seat}: ${step.say}`;
  }

  private ask(need: Need): TemplateResult {
    const name = label(this.choice.step, this.view);
    switch (need.kind) {
      case "seat":
      case "target":
        return html`<div class="seats" role="group" aria-label=${need.kind === "seat" ? "Which seat" : "To which seat"}>
          ${need.seats.map((seat) => html`<button type="button" class="act digit" data-id="choose seat ${seat}" @click=${() => this.give(need.kind === "seat" ? { seat } : { target: seat })}>
            <small>${need.kind === "seat" ? "Seat" : "to seat"}</small>${seat}</button>`)}
        </div>`;
      case "cards":
        return html`<card-pad .slots=${need.slots} .left=${[...this.view.cards_left, ...need.slots.flatMap((slot) => slot.was)]} .maySkip=${need.maySkip} @cards=${(event: CustomEvent<string[][]>) => this.give({ cards: event.detail })}></card-pad>`;
      case "amount":
        return html`<number-pad .amounts=${need.amounts} .chipCents=${this.view.chip_cents} .allIn=${this.isAllIn(need.amounts.max)} send=${this.sendWord()} @amount=${(event: CustomEvent<number>) => this.give({ amount: event.detail })}></number-pad>`;
      case "dice":
        return html`<dice-pad @dice=${(event: CustomEvent<[number, number]>) => this.give({ dice: event.detail })}></dice-pad>`;
      case "why":
        return html`<why-pad .suggestions=${reasons(this.choice.step.act)} @why=${(event: CustomEvent<string>) => this.give({ why: event.detail })}></why-pad>`;
      case "name": {
        const dealers = this.view.people.filter((person) => person.roles.includes("dealer") && person.name !== this.view.dealer);
        return html`<why-pad asks="Name" .suggestions=${dealers.map((person) => person.name)} @why=${(event: CustomEvent<string>) => this.give({ name: event.detail })}></why-pad>`;
      }
      case "confirm":
        return html`<div class="confirm"><p>${need.say}</p>
          <button type="button" class="act danger" data-act data-id="confirm ${need.say}" @click=${() => this.give({ confirmed: true })}>Yes: ${name.toLowerCase()}</button>
          <button type="button" class="act quiet" data-id="confirm no" @click=${() => this.tell("open", null)}>No, leave it</button></div>`;
      case "person":
        return html`<person-pad .people=${this.view.people} .roles=${need.roles} .only=${need.only} refused=${this.refused} @person=${(event: CustomEvent<NonNullable<Values["person"]>>) => this.give({ person: event.detail })}></person-pad>`;
    }
  }

  private sendWord(): string {
    const kind = this.choice.step.act.kind;
    return kind === "bet" ? (this.choice.step.say.includes("raise") ? "Raise to" : "Bet") : "Enter";
  }

  /** Whether the largest amount is everything the player has. */
  private isAllIn(max: number): boolean {
    const act = this.choice.step.act;
    if (act.kind !== "bet") return false;
    const player = this.view.table.round?.players.find((one) => one.seat === act.seat);
    return player !== undefined && max === player.stack_cents + player.bet_cents;
  }

  private give(more: Values): void {
    this.tell("values", { ...this.values, ...more });
  }
}
