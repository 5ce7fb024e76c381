import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { unzipSync, zipSync } from "fflate";
import { recordKeyOperation } from "../../../api/record/record.operations.ts";
import { sealRecord } from "../../../application/record/seal-record.ts";
import type { Finding } from "../../../clients/typescript/verify/finding.ts";
import { describeFindings, holds, verifyRecord } from "../../../clients/typescript/verify/verify.ts";
import { formatCheckpoint, formatNote, parseCheckpoint } from "../../../domain/record/checkpoint.rules.ts";
import { computeRoot } from "../../../domain/record/merkle-tree.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { erasePersonKey } from "../../../infra/postgres/record/person-keys.repository.ts";
import { readRecordKeys, rotateRecordKey } from "../../../infra/postgres/record/record-keys.repository.ts";
import { createSigningKey, formatVerifierKey, signNote } from "../../../infra/record/note-signer.ts";
import { recordHashes } from "../../../infra/record/record-hashes.ts";
import { seededRandom } from "../../chaos/seeded-random.ts";
import { runCommandLine } from "../../clients/typescript/command-line.ts";
import { createWitness } from "../../factories/witnesses.ts";
import { type RecordedCampaign, runRecordedCampaign } from "./recorded-campaign.ts";

let recorded: RecordedCampaign;
let archive: Uint8Array<ArrayBuffer>;
let key: string;

const download = async () => {
  const response = await fetch(`${recorded.api.baseUrl}/api/v1/campaigns/${recorded.campaignId}/record`, {
    headers: { authorization: `Bearer ${recorded.tenant.viewer.token}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return new Uint8Array(await response.arrayBuffer());
};

beforeAll(async () => {
  recorded = await runRecordedCampaign();
  archive = await download();
  const { keys } = (await recorded.operator.call(recordKeyOperation)).body;
  key = keys[0]?.verifier_key ?? "";
});
afterAll(() => recorded?.close());

const faultsOf = (findings: readonly Finding[]) => findings.flatMap(({ faults }) => faults);
const PROMISES = 12;

describe("the record of a campaign", () => {
  it("keeps every promise, and says how much was looked at", async () => {
    const findings = await verifyRecord(archive, { keys: [key] });
    expect(describeFindings(findings)).not.toContain("NO ");
    expect([holds(findings), findings.length]).toEqual([true, PROMISES]);
    const counts = new Map(findings.map(({ promise, checked }) => [promise, checked]));
    expect(counts.get("No attempt was dialled twice")).toBeGreaterThanOrEqual(11);
    expect(counts.get("The report's counts are the record's")).toBeGreaterThanOrEqual(3);
  });

  it("stays valid when a person is erased, and continues the checkpoint from before", async () => {
    const before = await (
      await fetch(`${recorded.api.baseUrl}/api/v1/record/checkpoint`, {
        headers: { authorization: `Bearer ${recorded.tenant.viewer.token}` },
      })
    ).text();
    const { organizationId } = recorded.tenant;
    const person = { organizationId, phoneNumber: "+14155550003", actor: "system", reason: "asked for it" };
    await recorded.test.database.inOrganization(organizationId, (tx) => erasePersonKey(tx, person));
    await sealRecord(recorded.api.dependencies, organizationId);
    const findings = await verifyRecord(await download(), { keys: [key], checkpoints: [before] });
    expect(faultsOf(findings)).toEqual([]);
  });
});

describe("ringdown verify", () => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-verify-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  it("ends with 0 where every promise is kept, and lists them", async () => {
    const ran = await runCommandLine(["verify", write("whole.zip", archive), "--key", key], { isTty: true });
    expect([ran.status, ran.err]).toEqual([0, ""]);
    expect(ran.out).toContain("No attempt was dialled twice");
  });

  it("ends with 1 where one is not, and with another key", async () => {
    const files = unzipSync(archive);
    const [first = "", ...others] = Buffer.from(files["entries.jsonl"] ?? [])
      .toString()
      .split("\n");
    const changed = zipSync({ ...files, "entries.jsonl": Buffer.from([`${first} `, ...others].join("\n")) });
    expect((await runCommandLine(["verify", write("changed.zip", changed), "--key", key])).status).toBe(1);
    const stranger = formatVerifierKey("ringdown.record/other", createSigningKey().publicKey);
    expect((await runCommandLine(["verify", join(folder, "whole.zip"), "--key", stranger])).status).toBe(1);
    expect((await runCommandLine(["verify", write("no.zip", Buffer.from("no archive")), "--key", key])).status).toBe(1);
  });

  it("ends with 2 where a file cannot be read, which is no fault of a record", async () => {
    const ran = await runCommandLine(["verify", join(folder, "absent.zip"), "--key", key], { isTty: true });
    expect([ran.status, ran.err]).toEqual([2, expect.stringContaining("absent.zip cannot be read")]);
  });
});

describe("a changed key", () => {
  it("signs beside the former one, and both are listed", async () => {
    const { dependencies } = recorded.api;
    await rotateRecordKey(dependencies.database, dependencies.secrets);
    const { organizationId } = recorded.tenant;
    await recorded.test.database.inOrganization(organizationId, (tx) =>
      addToDoNotCall(tx, { organizationId, phoneNumbers: ["+14155559999"], source: "manual" }),
    );
    const { keys } = (await recorded.operator.call(recordKeyOperation)).body;
    expect(keys.map(({ signs_until }) => signs_until)).toEqual([expect.any(String), null]);
    const newer = await download();
    expect(faultsOf(await verifyRecord(newer, { keys: keys.map(({ verifier_key }) => verifier_key) }))).toEqual([]);
    const [signature] = await verifyRecord(newer, { keys: [key] });
    expect(signature?.faults).toEqual([]);
  });
});

interface Opened {
  lines: string[];
  files: Record<string, Uint8Array>;
}

const openArchive = (): Opened => {
  const files = { ...unzipSync(archive) };
  return {
    files,
    lines: Buffer.from(files["entries.jsonl"] ?? "")
      .toString()
      .trimEnd()
      .split("\n"),
  };
};

/** Writes the archive anew, with something changed. */
const tamperWith = (change: (opened: Opened) => void): Uint8Array<ArrayBuffer> => {
  const opened = openArchive();
  const { files } = opened;
  change(opened);
  files["entries.jsonl"] = Buffer.from(opened.lines.map((line) => `${line}\n`).join(""));
  return new Uint8Array(zipSync(files));
};

const CHANGED = /not the one that was signed/;

describe.each<{ kind: string; change(opened: Opened, draw: (below: number) => number): number; says: RegExp }>([
  {
    kind: "a changed entry",
    change: ({ lines }, draw) => {
      const at = draw(lines.length);
      lines[at] = (lines[at] ?? "").replace(/"at":"20/, '"at":"21');
      return at;
    },
    says: CHANGED,
  },
  {
    kind: "a removed entry",
    change: ({ lines }, draw) => {
      const at = draw(lines.length - 1);
      lines.splice(at, 1);
      return at;
    },
    says: /is missing/,
  },
  {
    kind: "an added entry",
    change: ({ lines }, draw) => {
      const at = draw(lines.length);
      lines.splice(at, 0, lines[at] ?? "");
      return at;
    },
    says: /was added/,
  },
  {
    kind: "two entries in each other's place",
    change: ({ lines }, draw) => {
      const at = draw(lines.length - 1);
      [lines[at], lines[at + 1]] = [lines[at + 1] ?? "", lines[at] ?? ""];
      return at;
    },
    says: /stands elsewhere/,
  },
  {
    kind: "a record that is cut off",
    change: ({ lines }, draw) => {
      lines.length = 1 + draw(lines.length - 1);
      return lines.length;
    },
    says: /ends before its end/,
  },
])("$kind", ({ change, says }) => {
  it("is found and named, a hundred times", async () => {
    const random = seededRandom(46);
    for (let time = 0; time < 100; time += 1) {
      let at = -1;
      const tampered = tamperWith((opened) => {
        at = change(opened, (below) => random.between(0, below - 1));
      });
      const faults = faultsOf(await verifyRecord(tampered, { keys: [key] }));
      expect(faults).toContainEqual({ entry: at, sentence: expect.stringMatching(says) });
    }
  });
});

/** The root of these entries, and their leaves one after another. */
const rebuild = async (lines: readonly string[]) => {
  const leaves = lines.map((line) => recordHashes.leaf(Buffer.from(line)));
  return { root: Buffer.from(computeRoot(leaves, recordHashes)).toString("base64"), leaves: Buffer.concat(leaves) };
};

const eachOfAHundred = async (work: (random: ReturnType<typeof seededRandom>, time: number) => Promise<void>) => {
  const random = seededRandom(47);
  for (let time = 0; time < 100; time += 1) await work(random, time);
};

it("a record that somebody rewrote whole and signed with a key of their own is found, a hundred times", async () => {
  const { origin } = (await recorded.operator.call(recordKeyOperation)).body;
  await eachOfAHundred(async (random) => {
    const forger = createSigningKey();
    const forged = tamperWith((opened) => {
      const { lines, files } = opened;
      const at = random.between(0, lines.length - 1);
      lines[at] = (lines[at] ?? "").replace(/"at":"20/, '"at":"21');
      const leaves = lines.map((line) => recordHashes.leaf(Buffer.from(line)));
      const root = Buffer.from(computeRoot(leaves, recordHashes)).toString("base64");
      const text = formatCheckpoint({ origin, size: lines.length, root });
      files["leaves"] = Buffer.concat(leaves);
      files["checkpoint"] = Buffer.from(formatNote(text, [signNote(text, origin, forger)]));
    });
    expect(faultsOf(await verifyRecord(forged, { keys: [key] }))).toContainEqual({
      entry: null,
      sentence: "No signature of the key is on it",
    });
  });
});

it("a signature of the key on another text is found, a hundred times", async () => {
  const note = Buffer.from(unzipSync(archive)["checkpoint"] ?? "").toString();
  const { size = 0 } = parseCheckpoint(note) ?? {};
  await eachOfAHundred(async (random) => {
    const other = random.between(1, size - 1);
    const forged = tamperWith(({ files, lines }) => {
      lines.length = other;
      files["checkpoint"] = Buffer.from(note.replace(`\n${size}\n`, `\n${other}\n`));
    });
    expect(faultsOf(await verifyRecord(forged, { keys: [key] }))).toContainEqual({
      entry: null,
      sentence: "The signature of the key on it does not hold",
    });
  });
});

it("a fork that the key itself has signed is found, a hundred times, in the file and in what was kept", async () => {
  const { origin } = (await recorded.operator.call(recordKeyOperation)).body;
  const { database, secrets } = recorded.api.dependencies;
  const { signing } = await readRecordKeys(database, secrets);
  const own = signing.at(-1);
  if (!own) throw new Error("a key signs");
  const { lines } = openArchive();
  await eachOfAHundred(async (random, time) => {
    const size = random.between(1, lines.length);
    const forked = lines.slice(0, size);
    const at = random.between(0, size - 1);
    forked[at] = `${forked[at]} `;
    const text = formatCheckpoint({ origin, size, root: (await rebuild(forked)).root });
    const note = formatNote(text, [signNote(text, origin, own)]);
    const inFile = time % 2 === 0;
    const given = inFile
      ? tamperWith(({ files }) => {
          const notes: string[] = JSON.parse(Buffer.from(files["checkpoints.json"] ?? "").toString());
          files["checkpoints.json"] = Buffer.from(JSON.stringify([...notes, note]));
        })
      : archive;
    const faults = faultsOf(await verifyRecord(given, { keys: [key], checkpoints: inFile ? [] : [note] }));
    expect(faults).toEqual([
      { entry: null, sentence: expect.stringContaining(`first ${size} entries: it was forked`) },
    ]);
  });
});

it("a policy that was exchanged is found, a hundred times, in its file and in its entry", async () => {
  await eachOfAHundred(async (random, time) => {
    const exchange: Record<string, unknown>[] = [
      { max_attempts_per_number_per_day: random.between(1, 50) },
      {
        hours: {
          source: "campaign",
          holidays: [],
          slots: [{ day_of_week: random.between(0, 6), start_time: "08:00", end_time: "21:00" }],
        },
      },
      {
        budgets: {
          campaign: { total_minor: random.between(1, 10 ** 6), currency: "EUR" },
          organization: null,
          timezone: "UTC",
        },
      },
    ];
    const change = exchange[random.between(0, exchange.length - 1)];
    const exchanged = tamperWith(({ files, lines }) => {
      if (time % 2 === 0) {
        const policies: Record<string, object> = JSON.parse(Buffer.from(files["policies.json"] ?? "").toString());
        const changed = Object.entries(policies).map(([digest, policy]) => [digest, { ...policy, ...change }]);
        files["policies.json"] = Buffer.from(JSON.stringify(Object.fromEntries(changed)));
        return;
      }
      const at = lines.findIndex((line) => JSON.parse(line).kind === "policy");
      const entry = JSON.parse(lines[at] ?? "");
      entry.facts.policy = { ...entry.facts.policy, ...change };
      lines[at] = JSON.stringify(entry);
    });
    const faults = faultsOf(await verifyRecord(exchanged, { keys: [key] }));
    expect(faults).toContainEqual(expect.objectContaining({ sentence: expect.stringMatching(/policy/) }));
  });
});

it("a witness that has cosigned nothing of it is named", async () => {
  const { verifierKey } = createWitness("w.example");
  expect(faultsOf(await verifyRecord(archive, { keys: [key], witnesses: [verifierKey] }))).toEqual([
    { entry: null, sentence: "w.example has cosigned none of the checkpoints here" },
  ]);
  await expect(verifyRecord(archive, { keys: [key], witnesses: [key] })).rejects.toThrow("no key of a witness");
});

it("how far a witness has seen the record is told, with the time", async () => {
  const { verifierKey, cosign } = createWitness("w.example");
  let size = 0;
  const cosigned = tamperWith(({ files }) => {
    const note = Buffer.from(files["checkpoint"] ?? "").toString();
    const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
    size = parseCheckpoint(text)?.size ?? 0;
    files["checkpoint"] = Buffer.from(`${note}${cosign(text, new Date("2026-01-02T03:04:05Z"))}`);
  });
  const findings = await verifyRecord(cosigned, { keys: [key], witnesses: [verifierKey] });
  expect(faultsOf(findings)).toEqual([]);
  expect(describeFindings(findings)).toContain(
    `w.example has seen the first ${size} entries at 2026-01-02T03:04:05.000Z`,
  );
});

describe("another key, a fork and another policy", () => {
  it("are found and named", async () => {
    const { origin } = (await recorded.operator.call(recordKeyOperation)).body;
    const other = createSigningKey();
    const foreign = formatVerifierKey(origin, other.publicKey);
    expect(faultsOf(await verifyRecord(archive, { keys: [foreign] }))).toContainEqual({
      entry: null,
      sentence: "No signature of the key is on it",
    });
    // Somebody else's key, and one that signed two histories of the same size.
    const forked = formatCheckpoint({ origin, size: 5, root: Buffer.alloc(32, 7).toString("base64") });
    const kept = formatNote(forked, [signNote(forked, origin, other)]);
    expect(faultsOf(await verifyRecord(archive, { keys: [key, foreign], checkpoints: [kept] }))).toEqual([
      { entry: null, sentence: expect.stringContaining("it was forked") },
    ]);
    const longer = formatCheckpoint({ origin, size: 100_000, root: Buffer.alloc(32, 7).toString("base64") });
    const later = formatNote(longer, [signNote(longer, origin, other)]);
    expect(faultsOf(await verifyRecord(archive, { keys: [key, foreign], checkpoints: [later] }))).toEqual([
      { entry: expect.any(Number), sentence: expect.stringContaining("was cut off") },
    ]);
    const exchanged = tamperWith(({ files }) => {
      const policies = Buffer.from(files["policies.json"] ?? "").toString();
      files["policies.json"] = Buffer.from(policies.replace('"hours": null', '"hours": false'));
    });
    expect(faultsOf(await verifyRecord(exchanged, { keys: [key] }))).toEqual([
      { entry: null, sentence: expect.stringContaining("another policy") },
    ]);
    const embellished = tamperWith(({ files }) => {
      const report = Buffer.from(files["report.json"] ?? "").toString();
      files["report.json"] = Buffer.from(report.replace(/"attempts": \d+/, '"attempts": 3'));
    });
    expect(faultsOf(await verifyRecord(embellished, { keys: [key] }))).toEqual([
      { entry: null, sentence: expect.stringContaining("The report has 3 for attempts") },
    ]);
  });
});
