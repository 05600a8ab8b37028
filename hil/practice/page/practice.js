/** The practice page: shows what the lesson says, sends what the learner's hands do. It keeps no truth of its own. */

const $ = (id) => document.getElementById(id);

const made = (tag, text = "", name = "") => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  return element;
};

const DEVICES = {
  keys: "Keys", line: "Cable of the shuffler", puck: "Dealer button", shaker: "Shaker", shuffler: "Shuffler",
  tamper: "Housing",
};

const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const CARD = /\b([2-9TJQKA])([shdc])\b/;

/** Put text into an element, its cards as rank and suit; a screen reader hears "ace of spades". */
const fill = (element, text) => {
  const pieces = text.split(CARD);
  element.replaceChildren(pieces[0]);
  for (let at = 1; at < pieces.length; at += 3) {
    const [rank, suit, rest] = pieces.slice(at, at + 3);
    const shown = made("span", `${rank === "T" ? "10" : rank}${SUITS[suit][0]}`, `card ${SUITS[suit][1]}`);
    shown.setAttribute("aria-hidden", "true");
    element.append(shown, made("span", `${RANKS[rank] ?? rank} of ${SUITS[suit][1]}`, "heard"), rest);
  }
  return element;
};

let socket = null;
let over = false;
let newest = 0;
let now = "";
let hands = "";
let faults = "";
let mistakes = "";

const send = (message) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};

const showSaid = (said) => {
  const list = $("said");
  for (const line of said) {
    if (line.number <= newest) continue;
    newest = line.number;
    list.append(fill(made("li", "", line.mistake ? "wrong" : ""), line.say));
  }
  while (list.children.length > 60) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
};

const showHands = (shown, moving) => {
  const fresh = JSON.stringify(shown);
  if (fresh !== hands) {
    hands = fresh;
    const groups = new Map();
    shown.forEach((hand, at) => {
      if (!groups.has(hand.group)) {
        const group = made("fieldset");
        group.append(made("legend", hand.group));
        groups.set(hand.group, group);
      }
      const short = hand.group === "Dealer button" ? hand.say.replace("Move the dealer button to ", "To ") : hand.say;
      const button = made("button", short);
      button.type = "button";
      button.setAttribute("aria-label", hand.say);
      button.addEventListener("click", () => send({ hand: at }));
      groups.get(hand.group).append(button);
    });
    $("hands").replaceChildren(...groups.values());
  }
  // Not `disabled`: a button that loses the focus while the hands move would throw a keyboard user back to the top.
  for (const button of $("hands").querySelectorAll("button")) button.setAttribute("aria-disabled", String(moving));
};

const showMistakes = (shown) => {
  const fresh = JSON.stringify(shown);
  if (fresh === mistakes) return;
  mistakes = fresh;
  $("none").hidden = shown.length > 0;
  const cards = shown.map(({ title, mistake }) => {
    const card = made("article");
    card.append(made("h3", `${mistake.number}. ${title}${mistake.corrected ? " (corrected: counts half)" : ""}`));
    for (const text of [mistake.happened, mistake.should, mistake.why]) if (text) card.append(fill(made("p"), text));
    for (const paragraph of mistake.paragraphs) {
      const line = made("p", "", "paragraph");
      line.append(made("b", paragraph.name), ` ${paragraph.text}`);
      card.append(line);
    }
    return card;
  });
  $("mistakes").replaceChildren(...cards.reverse());
};

const showFaults = (shown) => {
  const fresh = JSON.stringify(shown);
  if (fresh === faults) return;
  faults = fresh;
  const groups = new Map();
  for (const fault of shown) {
    if (!groups.has(fault.device)) {
      const group = made("optgroup");
      group.label = DEVICES[fault.device] ?? fault.device;
      groups.set(fault.device, group);
    }
    const option = made("option", fault.say);
    option.value = fault.name;
    groups.get(fault.device).append(option);
  }
  $("faults").replaceChildren(...groups.values());
};

const showPace = (pace) => {
  $("pace").replaceChildren(
    ...pace.map((each) => {
      const row = made("tr");
      row.append(made("th", each.step), made("td", String(each.times)));
      row.append(made("td", each.median_s.toFixed(1)), made("td", each.usual_s.toFixed(1)));
      row.firstElementChild.scope = "row";
      return row;
    }),
  );
};

const show = (view) => {
  $("title").textContent = `Practice: ${view.title}`;
  document.title = `Practice: ${view.title}`;
  const { percent, steps, right, corrected, missed, rounds } = view.score;
  const end = view.over ? "Final score" : "Score";
  $("score").textContent =
    `${end}: ${percent} of 100. ${steps} ${steps === 1 ? "step" : "steps"}: ${right} right, ${corrected} corrected, ${missed} missed. Round ${rounds}.`;
  if (view.ready && !$("page").hasAttribute("src")) $("page").src = "/";
  showSaid(view.said);
  if (now !== view.now) {
    now = view.now;
    fill($("now"), now);
    fill($("now-short"), now);
  }
  $("busy").textContent = view.busy ? "Players are still acting ..." : "";
  showHands(view.hands, view.moving || view.over);
  showMistakes(view.mistakes);
  showFaults(view.faults);
  $("fault").textContent = view.fault;
  $("repair").disabled = !view.repairable;
  $("happen").disabled = view.fault !== "" || view.over;
  $("floor").textContent = view.floor;
  over = view.over;
  $("end").hidden = !view.over;
  $("finish").disabled = view.over;
  if (view.over) showPace(view.score.pace);
};

const connect = () => {
  socket = new WebSocket(`ws://${location.host}/practice/socket`);
  socket.addEventListener("open", () => {
    $("lost").hidden = true;
  });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    $("lost").hidden = false;
    $("lost").textContent = over
      ? "The practice is over. The score stays on this page; start the command again for another one."
      : "The practice server does not answer. Trying again ...";
    if (!over) setTimeout(connect, 1000);
  });
};

$("finish").addEventListener("click", () => send({ finish: true }));
$("happen").addEventListener("click", () => send({ fault: $("faults").value }));
$("repair").addEventListener("click", () => send({ repair: true }));

connect();
