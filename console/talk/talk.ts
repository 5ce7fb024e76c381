import { ApiError, type Described, describeLink, type Join, startByEmbedToken } from "./api.ts";
import { isEnd, type Talk, talkByWords } from "./by-words.ts";
import type { Status } from "./conversation.ts";
import { createTranscript } from "./transcript.ts";
import { language, words } from "./words.ts";

const find = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${id}`);
  return element;
};
const page = {
  agent: find("agent", HTMLElement),
  status: find("status", HTMLElement),
  words: find("words", HTMLElement),
  levelRow: find("level-row", HTMLElement),
  level: find("level", HTMLMeterElement),
  writing: find("writing", HTMLFormElement),
  text: find("text", HTMLInputElement),
  send: find("send", HTMLButtonElement),
  start: find("start", HTMLButtonElement),
  mute: find("mute", HTMLButtonElement),
  end: find("end", HTMLButtonElement),
  notice: find("notice", HTMLElement),
};

const token = location.pathname.split("/").at(-1) ?? "";
const isEmbedded = window.parent !== window;

const label = () => {
  document.documentElement.lang = language;
  for (const [id, text] of [
    ["level-label", words.level],
    ["text-label", words.write],
    ["send", words.send],
    ["start", words.start],
    ["mute", words.mute],
    ["end", words.end],
  ] as const) {
    find(id, HTMLElement).textContent = text;
  }
};

const note = (sentence: string) => {
  page.notice.textContent = [page.notice.textContent, sentence].filter(Boolean).join(" ");
};

const show = (status: Status) => {
  page.status.textContent = words[status];
  document.body.dataset["status"] = status;
};

const join = async (described: Described): Promise<Join> => {
  const recognition = new URLSearchParams(location.search).get("recognition");
  if (described.kind === "embed") return startByEmbedToken(token, recognition);
  return described.audio ? { kind: "audio", audio: described.audio } : { kind: "relay", token };
};

const talk = async (described: Described): Promise<void> => {
  page.start.hidden = true;
  page.notice.textContent = "";
  const joined = await join(described);
  const parts = {
    transcript: createTranscript(page.words, described.agent_name),
    meter: page.level,
    note,
    onStatus: (status: Status) => {
      show(status);
      if (isEnd(status)) closeControls(described);
    },
    onOpen: openControls,
    onMicrophone: () => {
      page.levelRow.hidden = false;
      page.mute.hidden = false;
    },
  };
  if (joined.kind === "relay") return talkByWords({ token: joined.token, language: described.language }, parts);
  if (joined.audio.kind === "socket") {
    const { talkBySocket } = await import("./by-socket.ts");
    return talkBySocket(joined.audio, parts);
  }
  // LiveKit's client is larger than everything else here, so it is loaded only where it is needed.
  const { talkByAudio } = await import("./by-audio.ts");
  await talkByAudio(joined.audio, { ...parts, leavesWithPage: isEmbedded });
};

const openControls = (talking: Talk) => {
  page.writing.hidden = false;
  page.end.hidden = false;
  page.end.onclick = talking.leave;
  page.writing.onsubmit = (event) => {
    event.preventDefault();
    const text = page.text.value.trim();
    if (text === "") return;
    page.text.value = "";
    talking.writes(text);
  };
  let isMuted = false;
  page.mute.onclick = () => {
    isMuted = !isMuted;
    page.mute.textContent = isMuted ? words.unmute : words.mute;
    talking.setMuted(isMuted);
  };
  // When a frame disappears, its person has closed it, whereas a page may only be reloading.
  if (isEmbedded) window.addEventListener("pagehide", talking.leave);
};

const closeControls = ({ kind }: Described) => {
  for (const control of [page.writing, page.end, page.mute, page.levelRow]) control.hidden = true;
  // Each conversation by an embed token is a new one, so another one can be started.
  page.start.hidden = kind !== "embed";
};
const fail = (error: unknown) => {
  page.status.textContent = error instanceof ApiError ? error.message : words.unreachable;
  document.body.dataset["status"] = "failed";
};

const open = async () => {
  label();
  const described = await describeLink(token);
  document.title = words.title(described.agent_name);
  page.agent.textContent = described.agent_name;
  page.status.textContent = words.ready;
  page.start.hidden = false;
  page.start.onclick = () => {
    talk(described).catch((error: unknown) => {
      fail(error);
      page.start.hidden = false;
    });
  };
};
open().catch(fail);
