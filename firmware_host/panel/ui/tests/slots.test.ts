import assert from "node:assert/strict";
import { test } from "node:test";
import { Slots } from "../src/slots";

const of = (...names: string[]) => names.map((name) => [name, name] as const);

test("what stays keeps its place, what goes leaves a gap", () => {
  const slots = new Slots();
  assert.deepEqual(slots.place(of("muck", "void", "idle"), 6), ["muck", "void", "idle"]);
  assert.deepEqual(slots.place(of("idle"), 6), [null, null, "idle"]);
  assert.deepEqual(slots.place(of("show", "idle"), 6), [null, null, "idle", "show"]);
});

test("what comes back has its former place", () => {
  const slots = new Slots();
  slots.place(of("muck", "void"), 6);
  slots.place(of("void"), 6);
  assert.deepEqual(slots.place(of("show", "void", "muck"), 6), ["muck", "void", "show"]);
});

test("where the room is short the most important are shown", () => {
  const slots = new Slots();
  slots.place(of("void", "idle"), 2);
  assert.deepEqual(slots.place(of("muck", "void", "idle"), 2), ["void", "muck"]);
  assert.deepEqual(slots.place(of("void"), 0), []);
});

test("nothing is lost or doubled, whatever comes", () => {
  const slots = new Slots();
  let seed = 7;
  const chance = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  let before: (string | null)[] = [];
  for (let turn = 0; turn < 2000; turn += 1) {
    const now = of(...Array.from({ length: 12 }, (_, at) => `act ${at}`).filter(() => chance(3) === 0));
    const room = 4 + chance(5);
    const found = slots.place(now, room);
    const wanted = now.slice(0, room).map(([key]) => key);
    assert.deepEqual(found.filter((one) => one !== null).sort(), wanted.sort());
    for (const [at, one] of found.entries()) {
      if (one !== null && before.includes(one) && before.indexOf(one) < room) assert.equal(before.indexOf(one), at);
    }
    before = found;
  }
});
