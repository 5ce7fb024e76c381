import type { Words } from "../en/en.ts";

export const singleSignOn: Words["singleSignOn"] = {
  title: "Single Sign-on",
  text: "Mitglieder melden sich über Ihren eigenen Identitätsanbieter an (OpenID Connect). Tragen Sie Ringdown dort mit diesen Adressen ein, und hier, was er Ihnen nennt.",
  redirectUri: "Rücksprungadresse",
  logOutUri: "Adresse für Abmeldungen (Back-Channel)",
  loggedOutUri: "Adresse nach dem Abmelden",
  name: "Name",
  nameHint: "Auf dem Knopf, mit dem sich Leute anmelden",
  issuer: "Issuer",
  issuerHint: "Die Adresse des Anbieters, etwa https://login.example.com",
  clientId: "Client-ID",
  clientSecret: "Client-Geheimnis",
  secretStays: "Leer: Das aufbewahrte bleibt",
  groupsClaim: "Angabe mit den Gruppen",
  groups: "Rollen der Gruppen",
  groupsHint:
    "Eine je Zeile, etwa „ringdown-admins: admin“. Die höchste Rolle gilt; Inhaber werden von Inhabern ernannt.",
  groupsFault: "Jede Zeile ist eine Gruppe, ein Doppelpunkt und viewer, operator oder admin",
  defaultRole: "Alle anderen",
  defaultRoleHint: "Die Rolle derer, die in keiner dieser Gruppen sind",
  nobody: "kommen nicht hinein",
  required: "Mitglieder müssen sich dort anmelden",
  requiredHint: "Ihre Sitzungen mit Passwort enden sofort. Inhaber behalten ihr Passwort, falls der Anbieter ausfällt.",
  logOutThere: "Wer sich hier abmeldet, wird auch dort abgemeldet",
  logOutThereHint: "Der Browser geht zum Anbieter und kommt zur Anmeldeseite zurück.",
  remove: "Entfernen",
  removed: "Der Identitätsanbieter ist entfernt",
  removeTitle: "Den Identitätsanbieter entfernen?",
  removeText:
    "Die Sitzungen, die er geöffnet hat, enden. Mitglieder melden sich mit einem Passwort an oder lassen sich einen Link dafür schicken.",
  domains: "Domains",
  domainsText: "Der Anbieter meldet Leute mit Adressen aus Domains an, die nachweislich Ihre sind.",
  domain: "Domain",
  addDomain: "Domain hinzufügen",
  proved: "nachgewiesen",
  record: "Tragen Sie dies im DNS ein, und prüfen Sie dann:",
  check: "Prüfen",
  isProved: "Die Domain ist nachgewiesen",
  mail: "Link schicken",
  mailed: (to) => `Ein Link ist unterwegs an ${to}`,
  signInBy: (name) => `Anmelden mit ${name}`,
  notSignedIn: "Sie sind nicht angemeldet",
  faults: {
    provider_away:
      "Der Identitätsanbieter antwortet nicht. Versuchen Sie es später; das Passwort eines Inhabers öffnet die Organisation weiterhin.",
    provider_refused:
      "Der Identitätsanbieter hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal, oder fragen Sie einen Inhaber der Organisation.",
    provider_expired:
      "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Beginnen Sie hier noch einmal.",
    provider_domain:
      "Die Adresse, die der Identitätsanbieter nennt, ist dort nicht bestätigt, oder ihre Domain ist hier nicht nachgewiesen. Fragen Sie einen Inhaber der Organisation.",
    provider_no_role:
      "Der Identitätsanbieter nennt keine Ihrer Gruppen, die Ringdown benutzen darf. Lassen Sie sich dort in eine aufnehmen.",
    provider_other_person:
      "Mit dieser Adresse hat sich schon jemand anderes angemeldet. Ein Inhaber entfernt zuerst dieses Mitglied.",
  },
  directory: "Verzeichnis (SCIM)",
  directoryText:
    "Ihr Verzeichnis fügt Mitglieder hinzu, ändert ihre Rollen nach Gruppen und entfernt sie hier binnen Sekunden. Geben Sie ihm diese Adresse und das Token.",
  scimAddress: "Adresse von SCIM",
  token: "Token",
  tokenThere: (prefix, since) => `Sein Token beginnt mit ${prefix} und ist von ${since}.`,
  makeToken: "Token erzeugen",
  newToken: "Neues Token erzeugen; das jetzige endet",
  removeToken: "Token entfernen",
  tokenRemoved: "Das Verzeichnis ändert nichts mehr",
  confirmTitle: "Domain bestätigen",
  confirmText: "Wer die Domain betreibt, bestätigt, dass sie zu der Organisation gehört, die die Mail nennt.",
  confirm: "Bestätigen",
  confirmed: (domain) => `${domain} ist bestätigt. Sie können diese Seite schließen.`,
};
