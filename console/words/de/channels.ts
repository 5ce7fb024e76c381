import type { Words } from "../en/en.ts";

export const channels: Words["channels"] = {
  partners: "Mit wem Sie schreiben",
  assistant: "Assistent",
  assistantText:
    "Der Assistent sieht in Ihrer Organisation nach: Anrufe, Kampagnen, Kontakte, Dokumente, was wartet. Fragen Sie ihn, wie viele Anrufe es heute gab.",
  channels: "Kanäle",
  channelText:
    "Hier schreiben die Menschen und Agenten eines Kanals. Nennen Sie einen Agenten mit @, dann antwortet er; ohne Namen antwortet der erste des Kanals.",
  agentText: "Der Agent antwortet mit seiner veröffentlichten Fassung und erinnert sich an das Gespräch.",
  none: "Noch keine",
  nobody: "Noch ist niemand darin",
  make: "Neuer Kanal",
  name: "Name",
  nameHint: "Worum es dort geht, etwa ein Team oder eine Stadt",
  rename: "Umbenennen",
  delete: "Kanal löschen",
  deleted: "Der Kanal ist gelöscht; seine Agenten bleiben",
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: "Die Agenten bleiben, ohne Kanal. Was geschrieben wurde, ist hier nicht mehr zu finden.",
  members: "Menschen und Agenten",
  membersText: "Sie sehen die Anfragen des Kanals zuerst und erfahren von ihnen.",
  people: "Menschen",
  threads: "Gespräche",
  thread: "Gespräch",
  allThreads: "Alle Gespräche",
  posts: (count) => (count === "1" ? "1 Beitrag" : `${count} Beiträge`),
  writeTo: (name) => `Schreiben an: ${name}`,
  reply: "Ihre Antwort",
  send: "Senden",
  writes: "Schreibt …",
};
