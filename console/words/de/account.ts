import type { Words } from "../en/en.ts";

export const account: Words["account"] = {
  title: "Ihr Konto",
  you: "Sie",
  changePassword: "Passwort ändern",
  currentPassword: "Jetziges Passwort",
  newPasswordHint: "10 Zeichen oder mehr. Ihre anderen Sitzungen enden.",
  passwordChanged: (ended) =>
    ended === "0" ? "Das Passwort ist geändert" : `Das Passwort ist geändert; andere Sitzungen sind beendet: ${ended}`,
  sessions: "Wo Sie angemeldet sind",
  began: "Seit",
  device: "Gerät",
  network: "Netz",
  endsAt: "Bis",
  thisOne: "Diese Sitzung",
  end: "Beenden",
  endOf: (since) => `Beenden: seit ${since}`,
  ended: "Die Sitzung ist beendet",
  endAll: "Überall abmelden",
  endOthers: "Alle anderen beenden",
  endedOthers: "Alle anderen Sitzungen sind beendet",
};
