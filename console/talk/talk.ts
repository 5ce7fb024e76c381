import { ApiError, describe, type Described, startByEmbedToken } from "./api.ts";
import { holdConversation, type PageConversation, type Status } from "./conversation.ts";
import { canRecognise, type Ear, openEar } from "./ear.ts";
import { watchLevel } from "./level-meter.ts";
import { createMouth, hasVoice } from "./mouth.ts";
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

/** Opens the ear and the level meter; what cannot be had is said, and writing goes on. */
const listen = async (talk: PageConversation, spoken: string): Promise<() => void> => {
  if (!canRecognise()) {
    note(words.noRecognition);
    return () => {};
  }
  let stopLevel = () => {};
  try {
    stopLevel = await watchLevel(page.level);
    page.levelRow.hidden = false;
  } catch {
    note(words.noMicrophone);
    return () => {};
  }
  ear = openEar(spoken, { forming: talk.forms, heard: talk.says, failed: () => note(words.noMicrophone) });
  page.mute.hidden = false;
  return () => {
    stopLevel();
    ear?.stop();
    page.mute.hidden = true;
    page.levelRow.hidden = true;
  };
};
let ear: Ear | null = null;

const talk = async (described: Described): Promise<void> => {
  page.start.hidden = true;
  page.notice.textContent = "";
  const joinToken = described.kind === "embed" ? await startByEmbedToken(token) : token;
  const isSilent = !(await hasVoice());
  if (isSilent) note(words.noVoice);
  let stop = () => {};
  const conversation = holdConversation({
    token: joinToken,
    mouth: createMouth({ isSilent, language: described.language }),
    transcript: createTranscript(page.words, described.agent_name),
    onLanguage: (changed) => ear?.setLanguage(changed),
    onStatus: (status) => {
      show(status);
      if (status !== "over" && status !== "gone") return;
      stop();
      page.writing.hidden = true;
      page.end.hidden = true;
      // Each conversation by an embed token is one of its own.
      page.start.hidden = described.kind !== "embed";
    },
  });
  page.writing.hidden = false;
  page.end.hidden = false;
  page.end.onclick = conversation.leave;
  page.writing.onsubmit = (event) => {
    event.preventDefault();
    const text = page.text.value.trim();
    if (text === "") return;
    page.text.value = "";
    conversation.says(text);
  };
  let isMuted = false;
  page.mute.onclick = () => {
    isMuted = !isMuted;
    page.mute.textContent = isMuted ? words.unmute : words.mute;
    ear?.setMuted(isMuted);
  };
  // A frame that is taken away has been closed by its person; a page of its own may be loaded again.
  if (isEmbedded) window.addEventListener("pagehide", conversation.leave);
  stop = await listen(conversation, described.language);
};

const fail = (error: unknown) => {
  page.status.textContent = error instanceof ApiError ? error.message : words.unreachable;
  document.body.dataset["status"] = "failed";
};

const open = async () => {
  label();
  const described = await describe(token);
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
