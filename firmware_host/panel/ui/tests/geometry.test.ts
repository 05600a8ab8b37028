import assert from "node:assert/strict";
import { test } from "node:test";
import { PLATE, places } from "../src/parts/geometry";

for (const [width, height] of [[500, 246], [500, 225], [374, 340], [560, 330]] as const) {
  for (const count of [1, 2, 6, 7, 8, 10, 11]) {
    test(`${count} seats lie apart and inside ${width} by ${height}`, () => {
      const found = places(count, width, height);
      assert.equal(found.length, count);
      for (const [at, one] of found.entries()) {
        assert.ok(one.x >= PLATE.width / 2 - 0.01 && one.x <= width - PLATE.width / 2 + 0.01);
        assert.ok(one.y >= PLATE.height / 2 - 0.01 && one.y <= height - PLATE.height / 2 + 0.01);
        for (const other of found.slice(at + 1)) {
          assert.ok(Math.abs(one.x - other.x) >= PLATE.width || Math.abs(one.y - other.y) >= PLATE.height, `${at}`);
        }
      }
    });
  }
}

test("seat 1 is at the dealer's left, the last seat at the right", () => {
  const found = places(11, 500, 246);
  assert.equal(found[0]?.side, "left");
  assert.equal(found[10]?.side, "right");
  assert.ok((found[0]?.y ?? 0) > (found[3]?.y ?? 0));
});
