/* The page in two languages. Promises and sentences come from the verifier in English; German ones are told by their patterns. */

export type Language = "en" | "de";

export const WORDS = {
  title: ["Check the record of a campaign", "Den Nachweis einer Kampagne prüfen"],
  intro: [
    "This page works from a file and asks nobody: it needs the ZIP archive and the public key of the record. Take the key from somebody you trust, and not from the archive.",
    "Diese Seite arbeitet aus einer Datei und fragt niemanden: Sie braucht das ZIP-Archiv und den öffentlichen Schlüssel des Nachweises. Nehmen Sie den Schlüssel von jemandem, dem Sie vertrauen, und nicht aus dem Archiv.",
  ],
  keys: ["Keys of the record, one a line", "Schlüssel des Nachweises, einer je Zeile"],
  witnesses: [
    "Keys of witnesses that must have cosigned it (may be empty)",
    "Schlüssel von Zeugen, die mitgezeichnet haben müssen (darf leer sein)",
  ],
  checkpoints: ["Checkpoints that you kept (may be none)", "Aufbewahrte Prüfpunkte (dürfen fehlen)"],
  archive: ["The archive", "Das Archiv"],
  drop: ["Drop the ZIP archive here, or choose it", "Das ZIP-Archiv hier ablegen oder auswählen"],
  check: ["Check", "Prüfen"],
  kept: ["Every promise is kept", "Jede Zusage ist gehalten"],
  broken: ["Not every promise is kept", "Nicht jede Zusage ist gehalten"],
  unread: ["This could not be checked", "Das konnte nicht geprüft werden"],
  entry: ["entry", "Eintrag"],
  yes: ["yes", "ja"],
  no: ["no", "nein"],
  more: ["more", "weitere"],
  noFile: ["Choose the archive first", "Wählen Sie zuerst das Archiv"],
  noKey: ["Paste the key of the record first", "Fügen Sie zuerst den Schlüssel des Nachweises ein"],
  oldBrowser: [
    "This browser does not know Ed25519 signatures: take a newer one, or the command line",
    "Dieser Browser kennt keine Ed25519-Signaturen: Nehmen Sie einen neueren oder die Befehlszeile",
  ],
  language: ["Deutsch", "English"],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export type Word = keyof typeof WORDS;

/** Of sentences: what they look like in English, and how they are said in German. */
const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/^The checkpoint is signed by the key$/, "Der Prüfpunkt ist mit dem Schlüssel unterschrieben"],
  [/^The witnesses have cosigned the record$/, "Die Zeugen haben den Nachweis mitgezeichnet"],
  [/^Nothing is changed, removed, added or put elsewhere$/, "Nichts ist geändert, entfernt, hinzugefügt oder versetzt"],
  [/^The record continues every earlier checkpoint$/, "Der Nachweis setzt jeden früheren Prüfpunkt fort"],
  [
    /^Every entry is of a kind that is known, with its facts$/,
    "Jeder Eintrag ist von einer bekannten Art, mit seinen Angaben",
  ],
  [
    /^Attempts were admitted by the policies that are here$/,
    "Die Versuche wurden nach den Regeln zugelassen, die hier stehen",
  ],
  [/^(\S+) has seen the first (\d+) entries at (\S+)$/, "$1 hat die ersten $2 Einträge gesehen, um $3"],
  [/^No attempt was dialled twice$/, "Kein Versuch wurde zweimal gewählt"],
  [
    /^No attempt was made after a do-not-call answer or a withdrawn consent$/,
    "Kein Versuch nach einem Anrufverbot oder einer widerrufenen Einwilligung",
  ],
  [
    /^No attempt was made while its campaign was paused or over$/,
    "Kein Versuch, während die Kampagne angehalten oder zu Ende war",
  ],
  [
    /^No attempt was made outside the hours of the person's own clock$/,
    "Kein Versuch außerhalb der Zeiten nach der Uhr der angerufenen Person",
  ],
  [
    /^No attempt exceeded the attempts that a number may have within 24 hours$/,
    "Kein Versuch über der Höchstzahl je Nummer in 24 Stunden",
  ],
  [/^No attempt exceeded a budget$/, "Kein Versuch über einem Budget"],
  [/^The report's counts are the record's$/, "Die Zahlen des Berichts sind die des Nachweises"],
  [/^signature$/, "Unterschrift"],
  [/^witnesses$/, "Zeugen"],
  [/^entries$/, "Einträge"],
  [/^checkpoints$/, "Prüfpunkte"],
  [/^policies$/, "Regeln"],
  [/^attempts$/, "Versuche"],
  [/^attempts of campaigns$/, "Versuche von Kampagnen"],
  [/^attempts with hours$/, "Versuche mit Zeiten"],
  [/^attempts with such a limit$/, "Versuche mit dieser Grenze"],
  [/^attempts with a budget$/, "Versuche mit Budget"],
  [/^counts$/, "Zahlen"],
  [/^It is no signed note$/, "Es ist keine unterschriebene Notiz"],
  [/^It is no checkpoint$/, "Es ist kein Prüfpunkt"],
  [
    /^It is a checkpoint of (.+), and the key is that of another log$/,
    "Es ist ein Prüfpunkt von $1, und der Schlüssel ist der eines anderen Verzeichnisses",
  ],
  [/^No signature of the key is on it$/, "Er trägt keine Unterschrift des Schlüssels"],
  [/^The signature of the key on it does not hold$/, "Die Unterschrift des Schlüssels gilt nicht für diesen Text"],
  [/^(.+) has cosigned none of the checkpoints here$/, "$1 hat keinen der Prüfpunkte mitgezeichnet"],
  [/^Line (\d+) is no entry: (.*)$/, "Zeile $1 ist kein Eintrag: $2"],
  [/^Entry (\d+) is missing or stands elsewhere$/, "Eintrag $1 fehlt oder steht anderswo"],
  [/^Entry (\d+) was added or stands elsewhere$/, "Eintrag $1 wurde hinzugefügt oder steht anderswo"],
  [
    /^The record ends before its end: (\d+) of (\d+) entries are here$/,
    "Der Nachweis endet vor seinem Ende: $1 von $2 Einträgen sind hier",
  ],
  [/^(\d+) entries stand behind those that were signed$/, "$1 Einträge stehen hinter den unterschriebenen"],
  [
    /^The hashes of the leaves are not those that were signed$/,
    "Die Prüfsummen der Einträge sind nicht die unterschriebenen",
  ],
  [/^Entry (\d+) is not the one that was signed$/, "Eintrag $1 ist nicht der unterschriebene"],
  [/^The entries are not those that were signed$/, "Die Einträge sind nicht die unterschriebenen"],
  [/^A checkpoint that you kept does not count: (.+)$/, "Ein aufbewahrter Prüfpunkt zählt nicht: $1"],
  [/^An earlier checkpoint of the file does not count: (.+)$/, "Ein früherer Prüfpunkt der Datei zählt nicht: $1"],
  [
    /^(?:A checkpoint that you kept|An earlier checkpoint of the file) has (\d+) entries: the record was cut off at (\d+)$/,
    "Ein Prüfpunkt hat $1 Einträge: Der Nachweis wurde bei $2 abgeschnitten",
  ],
  [
    /^(?:A checkpoint that you kept|An earlier checkpoint of the file) has another record for its first (\d+) entries: it was forked$/,
    "Ein Prüfpunkt hat für die ersten $1 Einträge einen anderen Nachweis: Er wurde gespalten",
  ],
  [
    /^This program does not know the kind (\S+): take a newer one$/,
    "Dieses Programm kennt die Art $1 nicht: Nehmen Sie ein neueres",
  ],
  [/^An entry (\S+) lacks (.+)$/, "Einem Eintrag $1 fehlt $2"],
  [
    /^The policy of entry (\d+) is another than its digest says$/,
    "Die Regel des Eintrags $1 ist eine andere, als ihre Prüfsumme sagt",
  ],
  [
    /^The policy of entry (\d+) is not in the record before it$/,
    "Die Regel des Eintrags $1 steht nicht vor ihm im Nachweis",
  ],
  [/^The file of policies has another policy for (.+)$/, "Die Datei der Regeln hat eine andere Regel für $1"],
  [/^Attempt (\S+) was requested in entry (\d+) already$/, "Der Versuch $1 wurde schon in Eintrag $2 verlangt"],
  [/^The carrier's call (\S+) is that of entry (\d+)$/, "Der Anruf $1 des Anbieters ist der des Eintrags $2"],
  [/^The person was on the do-not-call list$/, "Die Person stand auf der Sperrliste"],
  [/^The person had withdrawn their consent$/, "Die Person hatte ihre Einwilligung widerrufen"],
  [/^Campaign (\d+) was stopped by entry (\d+)$/, "Die Kampagne $1 war durch Eintrag $2 angehalten"],
  [/^It names no zone$/, "Er nennt keine Zeitzone"],
  [/^It was outside the hours in (.+)$/, "Er lag außerhalb der Zeiten in $1"],
  [/^It was attempt (\d+) within 24 hours; the limit is (\d+)$/, "Es war Versuch $1 in 24 Stunden; die Grenze ist $2"],
  [
    /^The campaign's budget is (\d+) (\S+), and (\d+) were spent and held$/,
    "Das Budget der Kampagne ist $1 $2, und $3 waren ausgegeben und vorgemerkt",
  ],
  [
    /^The day's budget is (\d+) (\S+), and (\d+) were spent and held$/,
    "Das Budget des Tages ist $1 $2, und $3 waren ausgegeben und vorgemerkt",
  ],
  [
    /^The month's budget is (\d+) (\S+), and (\d+) were spent and held$/,
    "Das Budget des Monats ist $1 $2, und $3 waren ausgegeben und vorgemerkt",
  ],
  [/^The file has no report$/, "Die Datei hat keinen Bericht"],
  [/^The report has (\S+) for (.+), and the record (\S+)$/, "Der Bericht hat $1 für $2, und der Nachweis $3"],
  [/^This is no ZIP file: download the record again$/, "Das ist keine ZIP-Datei: Laden Sie den Nachweis neu herunter"],
  [
    /^The file has no (\S+): it is no record of a campaign$/,
    "Die Datei hat kein $1: Sie ist kein Nachweis einer Kampagne",
  ],
  [
    /^This is no verifier key: .*$/,
    "Das ist kein Schlüssel: Er besteht aus einem Namen, einer Kennung und einem Schlüssel, mit + verbunden",
  ],
  [
    /^This is no key of a witness: .*$/,
    "Das ist kein Schlüssel eines Zeugen: Er besteht aus einem Namen, einer Kennung und einem Schlüssel, mit + verbunden",
  ],
  [
    /^The key's id is not that of its name and key: copy all of it$/,
    "Die Kennung passt nicht zu Namen und Schlüssel: Kopieren Sie alles",
  ],
];

/** Says a sentence of the verifier in the language of the page; one without a pattern stays as it is. */
export const say = (sentence: string, language: Language): string => {
  if (language === "en") return sentence;
  const [pattern, german] = GERMAN.find(([each]) => each.test(sentence)) ?? [];
  if (!pattern || german === undefined) return sentence;
  // A reason within a sentence is one of the sentences too.
  return sentence.replace(pattern, german).replace(/: (.+)$/, (_, rest: string) => `: ${say(rest, language)}`);
};
