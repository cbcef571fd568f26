// Opens transcripts.  What a model wrote only ever becomes text: no markup is made from strings anywhere here.
"use strict";
(() => {
  const reader = document.getElementById("reader");
  const title = document.getElementById("reader-title");
  const body = document.getElementById("reader-body");
  const previous = document.getElementById("reader-previous");
  const next = document.getElementById("reader-next");
  const OUTCOMES = new Set(["pass", "fail", "unknown"]);
  const STATUSES = new Set(["ok", "denied", "invalid", "error", "fault"]);
  let current = 0;

  function element(tag, name, text) {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  async function unpacked(id) {
    const held = document.getElementById(id);
    if (!held) throw new Error("this transcript is not in the page");
    const bytes = Uint8Array.from(atob(held.textContent), (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  function heading(text) {
    body.append(element("h3", "", text));
  }

  function finding(found) {
    const line = element("div", "finding " + (OUTCOMES.has(found.outcome) ? found.outcome : "unknown"));
    line.append(element("b", "", found.check), element("span", "state " + (OUTCOMES.has(found.outcome) ? found.outcome : ""), found.outcome));
    if (found.level && found.outcome === "fail") line.append(" ", element("span", "state bad", found.level + " misconduct"));
    if (found.advisory) line.append(" ", element("span", "state", "advisory"));
    const where = [found.where, found.events.length ? "event " + found.events.join(", ") : ""].filter(Boolean).join(", ");
    if (found.text) line.append(element("div", "plain", found.text + (where ? " (" + where + ")" : "")));
    return line;
  }

  function event(happened, marks) {
    const known = { said: "said", heard: "heard", called: "called" }[happened.kind] || "heard";
    const status = STATUSES.has(happened.status) ? " " + happened.status : "";
    const box = element("div", "event " + known + status);
    const who = element("div", "who", happened.index + " · ");
    box.append(who);
    if (known === "called") {
      who.append("called ", element("b", "", happened.tool), " ");
      who.append(element("span", "state", happened.status + (happened.denial ? " (" + happened.denial + ")" : "")));
      box.append(element("pre", "", happened.arguments), element("pre", "", happened.result));
      for (const effect of happened.effects) box.append(element("div", "commit", "ledger: " + effect));
    } else {
      who.append(known === "said" ? (happened.aside ? "candidate, beside a call" : "candidate") : "customer (" + happened.source + ")");
      box.append(element("div", "text", happened.text));
    }
    const checks = marks.get(happened.index);
    if (checks) {
      box.classList.add("marked");
      who.append(" ", element("span", "mark-word", checks.join(", ")));
    }
    return box;
  }

  function lines(name, texts) {
    if (!texts.length) return;
    heading(name);
    const list = element("ul", "facts");
    for (const text of texts) list.append(element("li", "", text));
    body.append(list);
  }

  function prompt(id) {
    heading("What the candidate was shown");
    const box = element("details");
    box.append(element("summary", "", "System prompt and tools"));
    box.addEventListener("toggle", async () => {
      if (box.childElementCount > 1) return;
      const view = await unpacked("v" + id);
      box.append(element("pre", "", view.system));
      for (const tool of view.tools) box.append(element("pre", "", tool.name + "\n" + tool.text + "\n" + tool.parameters));
    });
    body.append(box);
  }

  function marked(findings) {
    const marks = new Map();
    for (const found of findings) {
      if (found.outcome !== "fail") continue;
      for (const index of found.events) marks.set(index, [...(marks.get(index) || []), found.check]);
    }
    return marks;
  }

  function show(trial) {
    body.replaceChildren();
    heading("How it was graded");
    const order = { fail: 0, unknown: 1, pass: 2 };
    const graded = [...trial.findings].sort((one, other) => order[one.outcome] - order[other.outcome]);
    for (const found of graded) body.append(finding(found));
    lines("Why something is unknown", trial.reasons);
    heading("Conversation");
    const opening = element("div", "event heard");
    opening.append(element("div", "who", "customer, opening"), element("div", "text", trial.opening));
    body.append(opening);
    const marks = marked(trial.findings);
    for (const happened of trial.events) body.append(event(happened, marks));
    lines("Ledger", trial.ledger);
    lines("What changed in the world", trial.changes);
    lines("About this trial", trial.facts);
    prompt(trial.view);
    body.scrollTop = 0;
  }

  async function open(number) {
    current = number;
    previous.disabled = !document.getElementById("t" + (number - 1));
    next.disabled = !document.getElementById("t" + (number + 1));
    if (!reader.open) reader.showModal();
    try {
      const trial = await unpacked("t" + number);
      if (current !== number) return;
      title.textContent = trial.title;
      show(trial);
    } catch (problem) {
      title.textContent = "Transcript";
      body.replaceChildren(element("p", "", "It cannot be shown here (" + problem.message + "); the record file holds it."));
    }
  }

  document.addEventListener("click", (click) => {
    const button = click.target.closest("button[data-trial]");
    if (button) open(Number(button.dataset.trial));
    else if (click.target === reader) reader.close();
  });
  previous.addEventListener("click", () => open(current - 1));
  next.addEventListener("click", () => open(current + 1));
  document.getElementById("reader-close").addEventListener("click", () => reader.close());
  document.documentElement.classList.add("scripted");
})();
