import type { Sentences } from "./known-findings.ts";

const countOf = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;
const decimal = (value: number): string => value.toFixed(1).replace(".", ",");

const connections = ({ used, most, needed }: { used: number; most: number; needed: number }) =>
  `${used} von ${most} Verbindungen sind belegt, und eine API kann ${needed} brauchen`;
const retention = ({ namespace, days }: { namespace: string; days: number }) =>
  `Der Namespace ${namespace} behält Beendetes ${countOf(days, "Tag", "Tage")} lang`;
const free = ({ gigabytes }: { gigabytes: number }) => `${decimal(gigabytes)} GB sind frei`;
const certificate = ({ days }: { days: number }) => `Das Zertifikat gilt noch ${countOf(days, "Tag", "Tage")}`;
const search = ({ version, state }: { version: string; state: string }) =>
  `Elasticsearch ${version} antwortet, sein Zustand ist ${state}`;

const MIGRATE_REMEDY = "Führen Sie die Migrationen mit DATABASE_MIGRATIONS_URL aus";
const ADDRESS_REMEDY =
  "PUBLIC_BASE_URL muss die Adresse sein, die Telefonanbieter erreichen; sehen Sie sich den Proxy vor der API an";

export const german: Sentences = {
  parts: {
    database: "PostgreSQL",
    schema: "PostgreSQL: Schema",
    migrations_login: "PostgreSQL: Login für Migrationen",
    temporal: "Temporal",
    object_store: "Objektspeicher",
    search: "Suche",
    public_address: "Öffentliche Adresse",
    mail: "E-Mail",
    sound: "Ton",
    outside: "Telefonanbieter und Modelle",
    disk: "Festplatte",
  },
  good: {
    database_encrypted: ({ version }) => `Version ${version}, über TLS`,
    database_private: ({ version }) => `Version ${version}, in einem privaten Netz`,
    login_modest: () => "Der Login darf die Rolle der Plattform annehmen und sonst nichts",
    schema_not_compared: () =>
      "Es ist vorhanden; mit DATABASE_MIGRATIONS_URL wird es mit dem dieser Version verglichen",
    schema_current: () => "Es ist das dieser Version",
    connections,
    clock_agrees: () => "Die Uhr stimmt mit der hiesigen überein",
    owns_tables: () => "Ihm gehören die Tabellen",
    may_restore: () => "Er darf eine Sicherung zurückspielen",
    disk_free: free,
    no_outside: () => "Noch wird nichts außerhalb dieser Installation benutzt",
    address_reached: ({ origin }) => `${origin} ist von hier erreichbar`,
    mail_accepted: () => "Der Mailserver nimmt diesen Login an",
    store_read: ({ bucket }) => `Was in den Bucket ${bucket} geschrieben wurde, kam wieder heraus`,
    store_signed: ({ origin }) => `Signierte Adressen unter ${origin} werden beantwortet`,
    store_closed: () => "Ohne Signatur liest niemand den Bucket",
    store_takes_uploads: ({ origin }) => `Er nimmt Dateien von Seiten unter ${origin} an`,
    address_passes: ({ address }) => `${address} lässt Anfragen und WebSockets durch`,
    certificate_valid: certificate,
    search_built_in: () => "Der eingebaute Index wird benutzt: eine API und ein Worker teilen sich seinen Ordner",
    search_reached: search,
    speech_on: () => "Die eigene Sprachausgabe und -erkennung ist eingeschaltet",
    speech_off: () => "Die eigene Sprachausgabe und -erkennung ist ausgeschaltet (LOCAL_SPEECH)",
    livekit_unset: () => "LiveKit ist nicht eingerichtet, SIP-Trunks werden nicht angeboten",
    livekit_reached: ({ rooms }) => `LiveKit nimmt diesen Schlüssel an und hat ${countOf(rooms, "Raum", "Räume")}`,
    retention,
    attributes_there: () => "Die Suchattribute sind vorhanden",
    worker_versions: ({ versions }) =>
      `Versionen der Worker: ${versions}. Worker einer Version mit dem Stand draining werden noch gebraucht`,
    workers: ({ count }) => `${count === 1 ? "Ein Worker fragt" : `${count} Worker fragen`} nach Arbeit`,
  },
  bad: {
    no_answer: {
      text: ({ seconds }) => `Keine Antwort innerhalb von ${String(seconds).replace(".", ",")} s`,
      remedy: () => "Sehen Sie sich das Netz und die Last dieses Bestandteils an",
    },
    failed: {
      text: ({ reason }) => `Die Prüfung ist gescheitert: ${reason}`,
      remedy: () => "Sehen Sie sich Adresse, Zugangsdaten und das Protokoll dieses Bestandteils an",
    },
    settings_missing: {
      text: ({ names }) => `Nicht gesetzt: ${names}`,
      remedy: () =>
        "Setzen Sie es: `npm start` tut das für die eingebauten Bestandteile, ein einzelner Prozess braucht es",
    },
    database_old: {
      text: ({ version }) => `Version ${version} ist zu alt`,
      remedy: ({ oldest }) => `Wechseln Sie zu PostgreSQL ${oldest} oder neuer`,
    },
    database_unencrypted: {
      text: ({ version }) => `Version ${version}, und was dorthin geht, ist nicht verschlüsselt`,
      remedy: () => "Setzen Sie DATABASE_TLS_CA_FILE oder sslmode in DATABASE_URL",
    },
    login_powerful: {
      text: ({ login }) => `Der Login ${login} darf mehr, als die Plattform braucht`,
      remedy: () =>
        "Nennen Sie diesen Login in DATABASE_MIGRATIONS_URL und einen anderen in DATABASE_URL; die Migrationen legen ihn an",
    },
    login_without_role: {
      text: () => "Der Login darf die Rolle ringdown_app nicht annehmen",
      remedy: () => MIGRATE_REMEDY,
    },
    extension_unavailable: {
      text: ({ extension }) => `Die Erweiterung ${extension} gibt es auf diesem Server nicht`,
      remedy: () => "Installieren Sie die Zusatzmodule von PostgreSQL (postgresql-contrib)",
    },
    extension_missing: {
      text: ({ extension }) => `Der Datenbank fehlt die Erweiterung ${extension}`,
      remedy: () => "Legen Sie sie als Eigentümer der Datenbank an",
    },
    schema_missing: { text: () => "Es gibt keine Tabellen von Ringdown", remedy: () => MIGRATE_REMEDY },
    schema_old: {
      text: ({ count, first }) => `Es fehlen ${countOf(count, "Änderung", "Änderungen")}, als erste ${first}`,
      remedy: () => MIGRATE_REMEDY,
    },
    schema_newer: {
      text: ({ newest }) => `Es ist neuer als diese Version: es hat ${newest}`,
      remedy: () => "Starten Sie die Version, von der diese Änderung stammt",
    },
    connections_scarce: {
      text: connections,
      remedy: () => "Erhöhen Sie max_connections, oder verkleinern Sie DATABASE_POOL_SIZE und Verwandte",
    },
    clock_apart: {
      text: ({ seconds }) => `Die Uhr geht gegenüber der hiesigen um ${decimal(seconds)} s anders`,
      remedy: () => "Lassen Sie beide Rechner einem Zeitserver folgen",
    },
    two_databases: {
      text: () => "DATABASE_MIGRATIONS_URL und DATABASE_URL nennen zwei verschiedene Datenbanken",
      remedy: () => "Beide müssen dieselbe nennen: die andere wird nicht auf den neuen Stand gebracht",
    },
    foreign_tables: {
      text: ({ count }) =>
        count === 1
          ? "Ihm gehört 1 Tabelle nicht, und er kann sie nicht ändern"
          : `Ihm gehören ${count} Tabellen nicht, und er kann sie nicht ändern`,
      remedy: () => "Nennen Sie in DATABASE_MIGRATIONS_URL den Login, der sie angelegt hat",
    },
    may_not_restore: {
      text: () => "Er darf keine Sicherung zurückspielen",
      remedy: () => "Ein Superuser muss es vor dem Zurückspielen erlauben",
    },
    disk_scarce: { text: free, remedy: () => "Schaffen Sie Platz, bevor er verbraucht ist" },
    disk_full: { text: free, remedy: () => "Schaffen Sie Platz" },
    address_forbidden: {
      text: ({ origin, host }) =>
        `${origin}: ${host} liegt in einem privaten Netz, das Anfragen nach außen nicht erreichen dürfen`,
      remedy: () => "Erlauben Sie dieses Netz in OUTBOUND_ALLOWED_NETWORKS, wenn es Ihres ist",
    },
    address_unreached: {
      text: ({ origin, reason }) => `${origin} ist von hier nicht erreichbar: ${reason}`,
      remedy: () => "Lassen Sie die Verbindung durch die Firewall dieses Rechners",
    },
    accounts_set_aside: {
      text: ({ count }) =>
        count === 1
          ? "1 Anbieterkonto wird nicht benutzt, weil sein Anbieter es ablehnt"
          : `${count} Anbieterkonten werden nicht benutzt, weil ihre Anbieter sie ablehnen`,
      remedy: () => "Ihre Eigentümer sehen den Grund in der Konsole und lassen sie dort erneut prüfen",
    },
    mail_unset: {
      text: () => "Kein Mailserver ist eingerichtet: Links für neue Mitglieder sieht, wer sie einlädt",
      remedy: () => "Setzen Sie SMTP_URL",
    },
    mail_refused: {
      text: ({ reason }) => `Der Mailserver lehnt ab: ${reason}`,
      remedy: () => "Sehen Sie sich SMTP_URL und das Protokoll des Mailservers an",
    },
    store_differs: {
      text: () => "Gelesen wurde etwas anderes als geschrieben",
      remedy: () => "Sehen Sie sich an, was zwischen diesem Rechner und dem Speicher steht",
    },
    store_address_refused: {
      text: ({ status }) => `Die Adresse, die Browser bekommen, antwortete mit ${status}`,
      remedy: ({ origin }) =>
        `S3_PUBLIC_ENDPOINT (jetzt ${origin}) muss die Wurzel des Speichers sein, wie Browser sie erreichen`,
    },
    store_open: {
      text: () => "Fremde lesen den Bucket ohne Signatur",
      remedy: () => "Nehmen Sie ihm die öffentliche Richtlinie",
    },
    store_refuses_uploads: {
      text: ({ origin }) => `Er nimmt keine Dateien von Seiten unter ${origin} an, die Konsole kann nichts hochladen`,
      remedy: ({ origin }) => `Erlauben Sie PUT, POST und GET von ${origin} in den CORS-Regeln des Buckets`,
    },
    address_leads_elsewhere: {
      text: ({ address, reason }) =>
        `PUBLIC_BASE_URL (${address}) führt nicht zu dieser Plattform: ${reason}. Telefonanbieter können ihre Anrufe nicht melden, und niemand hört einen Agenten`,
      remedy: () => ADDRESS_REMEDY,
    },
    address_without_web_sockets: {
      text: ({ address, reason }) =>
        `PUBLIC_BASE_URL (${address}) lässt keine WebSockets durch: ${reason}. Der Proxy davor muss die Header Upgrade und Connection weitergeben; bis dahin fragen Anbieter für jeden Beitrag einzeln, wo sie es können, und Anrufe über die anderen scheitern`,
      remedy: () => ADDRESS_REMEDY,
    },
    address_unencrypted: {
      text: ({ origin }) => `${origin} ist nicht verschlüsselt`,
      remedy: () =>
        "Stellen Sie einen Proxy mit Zertifikat davor, und setzen Sie PUBLIC_BASE_URL auf eine Adresse mit https://",
    },
    certificate_ending: {
      text: certificate,
      remedy: () => "Erneuern Sie es, und sehen Sie nach, warum das nicht von selbst geschah",
    },
    certificate_untrusted: {
      text: ({ reason }) => `Dem Zertifikat wird nicht vertraut: ${reason}`,
      remedy: () => "Der Proxy muss ein Zertifikat für diesen Namen senden, mit seiner Kette",
    },
    search_old: {
      text: ({ version }) => `Elasticsearch ${version} ist zu alt`,
      remedy: ({ oldest }) => `Wechseln Sie zu ${oldest} oder neuer`,
    },
    search_red: { text: search, remedy: () => "Sehen Sie nach, welchem seiner Teile ein Rechner fehlt" },
    livekit_refused: {
      text: ({ url, reason }) => `LiveKit unter ${url}: ${reason}`,
      remedy: () => "Sehen Sie sich LIVEKIT_URL, LIVEKIT_API_KEY und LIVEKIT_API_SECRET an",
    },
    namespace_missing: {
      text: ({ namespace }) => `Den Namespace ${namespace} gibt es dort nicht`,
      remedy: () => "Legen Sie ihn an, oder setzen Sie TEMPORAL_NAMESPACE auf einen vorhandenen",
    },
    namespace_refused: {
      text: ({ namespace }) => `Der Namespace ${namespace} darf von hier nicht benutzt werden`,
      remedy: () => "Sehen Sie sich TEMPORAL_API_KEY oder das Zertifikat des Clients an, und was sie dort dürfen",
    },
    retention_short: {
      text: retention,
      remedy: () => "Lassen Sie ihn länger behalten: Anleitungen für Störungen brauchen es am nächsten Tag",
    },
    attributes_hidden: {
      text: () => "Dieser Login darf die Suchattribute nicht ansehen",
      remedy: () => "Fragen Sie den Betreiber, ob die aus docs/operators/installation.md vorhanden sind",
    },
    attributes_missing: {
      text: ({ names }) => `Dem Namespace fehlen Suchattribute: ${names}`,
      remedy: () => "Legen Sie sie an: ohne sie beginnt kein Workflow",
    },
    no_current_version: {
      text: ({ versions }) => `Keine der Versionen der Worker ist die aktuelle: ${versions}`,
      remedy: () => "Machen Sie eine zur aktuellen: bis dahin bleibt liegen, was beginnt",
    },
    no_worker: {
      text: () => "Kein Worker fragt nach Arbeit: niemand wird angerufen",
      remedy: () => "Starten Sie einen Worker mit demselben TEMPORAL_NAMESPACE",
    },
  },
  marks: { good: "gut", warning: "WARNUNG", fault: "FEHLER" },
  sum: ({ good, warning, fault }) =>
    `${fault} Fehler, ${countOf(warning, "Warnung", "Warnungen")}, ${good}-mal in Ordnung.`,
};
