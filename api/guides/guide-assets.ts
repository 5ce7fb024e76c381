/** The style of the guides. */
export const GUIDES_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #2c323e); --soft: light-dark(#545c6b, #a3abba); --sunken: light-dark(#f3f5f8, #171b23); --accent: light-dark(#4338ca, #a5b0ff); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#fff, #0f1218); color: light-dark(#171a21, #e6e9ef); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--accent); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: light-dark(#fff, #000); padding: 4px 8px; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; padding: 10px 20px; border-bottom: 1px solid var(--line); background: light-dark(#fff, #0f1218); }
header > a { font-weight: 600; text-decoration: none; color: inherit; }
header form { flex: 1; min-width: 180px; max-width: 420px; }
header nav { display: flex; gap: 14px; }
input { width: 100%; padding: 6px 10px; border: 1px solid light-dark(#737b8a, #7a8394); border-radius: 7px; background: transparent; color: inherit; font: inherit; }
#found { position: fixed; z-index: 2; top: 56px; left: 20px; right: 20px; max-width: 720px; max-height: 70vh; overflow: auto; padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px; background: light-dark(#fff, #171b23); box-shadow: 0 12px 32px rgb(0 0 0 / 20%); }
#found ol { list-style: none; margin: 0; padding: 0; }
#found li { padding: 6px 0; }
#found small { display: block; color: var(--soft); overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: 250px minmax(0, 1fr); max-width: 1180px; margin: 0 auto; }
nav.guides { padding: 16px 20px; border-right: 1px solid var(--line); font-size: 14px; }
nav.guides h2 { margin: 14px 0 4px; font-size: 13px; color: var(--soft); }
nav.guides ul { list-style: none; margin: 0; padding: 0; }
nav.guides a { display: block; padding: 2px 0; color: inherit; text-decoration: none; }
nav.guides a:hover, nav.guides a[aria-current] { color: var(--accent); text-decoration: underline; }
main { min-width: 0; padding: 8px 32px 48px; overflow-wrap: anywhere; }
main h1, main h2, main h3 { line-height: 1.25; scroll-margin-top: 72px; }
main img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
code { font: 0.88em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--sunken); padding: 1px 4px; border-radius: 4px; }
pre { overflow: auto; padding: 12px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); line-height: 1.45; overflow-wrap: normal; }
pre code { padding: 0; background: none; }
.table { overflow: auto; }
table { border-collapse: collapse; font-size: 14.5px; }
th, td { padding: 6px 10px; border: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 90px; overflow-wrap: normal; }
footer { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); font-size: 14px; }
@media (max-width: 800px) { .columns { display: block; } nav.guides { border-right: 0; border-bottom: 1px solid var(--line); columns: 2; } main { padding: 8px 16px 40px; } }
`;

/**
 * The search: it fetches the sections of all guides when somebody begins to type, and shows those that hold every word, first those
 * whose heading does.
 */
export const GUIDES_SCRIPT = `"use strict";
if (location.hash.startsWith("#/")) location.replace("/docs/api/" + location.hash);
const field = document.getElementById("search");
const found = document.getElementById("found");
let sections;
const sectionsOf = ([page, path, sections]) =>
  sections.map(([anchor, heading, text]) => ({ page, address: path + anchor, heading, text }));
const load = () =>
  (sections ??= fetch("/docs/search.json").then(async (answer) => (await answer.json()).flatMap(sectionsOf)));
const scoreOf = ({ heading, text }, words) => {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    if (title.includes(word)) score += 10;
    else if (body.includes(word)) score += 1;
    else return 0;
  }
  return score;
};
const excerptOf = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
  return (at > 0 ? "... " : "") + text.slice(at, at + 180);
};
const show = async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  if (words.length === 0) return void (found.hidden = true);
  const hits = (await load())
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 20);
  const list = document.createElement("ol");
  for (const { section } of hits) {
    const link = document.createElement("a");
    link.href = "/docs/" + section.address;
    link.textContent = section.page === section.heading ? section.heading : section.page + ": " + section.heading;
    const small = document.createElement("small");
    small.textContent = excerptOf(section.text, words[0]);
    const item = document.createElement("li");
    item.append(link, small);
    list.append(item);
  }
  found.replaceChildren(hits.length > 0 ? list : "Nothing holds all of these words.");
  found.hidden = false;
};
field.addEventListener("focus", () => void load());
field.addEventListener("input", () => void show());
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
});
document.addEventListener("click", (event) => {
  if (!found.contains(event.target) && event.target !== field) found.hidden = true;
});
`;
