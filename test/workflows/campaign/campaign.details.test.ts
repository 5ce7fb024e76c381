import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { CampaignState } from "../../../domain/campaign/campaign-states.rules.ts";
import { NO_FIGURES } from "../../../domain/campaign/progress-figures.rules.ts";
import { addDecision, type CampaignDetails, describeCampaign } from "../../../workflows/campaign/campaign.details.ts";

const AT_MS = Date.UTC(2026, 10, 21, 8, 1, 12);
const figures = {
  ...NO_FIGURES,
  total: 400,
  suppressed: 20,
  finished: 57,
  remaining: 323,
  inFlight: 12,
  waitingRetry: 52,
  answered: 50,
  attempts: 140,
};
const details: CampaignDetails = {
  input: { campaignId: 12 },
  name: "Spring reminders",
  state: "running",
  prepared: true,
  entered: { atMs: AT_MS, by: "user:7" },
  figures,
  asOfMs: AT_MS + 60_000,
  pace: null,
  waitingUntilMs: null,
  decisions: [],
};
const described = (change: Partial<CampaignDetails>) => describeCampaign({ ...details, ...change });

describe("a campaign's details", () => {
  it("say what it is, in what state, how far, since when and by whom", () => {
    const text = described({});
    expect(text).toContain("### Spring reminders: running, 19 % done");
    expect(text).toContain("Running since 2026-11-21 08:01:12 UTC, by user:7.");
    expect(text).toContain("12 calls are under way.");
    expect(text).toContain("Figures as of 2026-11-21 08:02:12 UTC.");
    expect(described({ entered: { atMs: AT_MS, by: null } })).toContain("UTC, by the platform.");
    expect(described({ entered: { atMs: AT_MS, by: "temporal" } })).toContain(
      "UTC, from the Temporal UI or command line.",
    );
  });

  it("count every contact once: done, being called, waiting, not called yet", () => {
    const text = described({});
    for (const row of [
      "| contacts | 400 |",
      "| suppressed, never to be called | 20 |",
      "| finished | 57 |",
      "| being called now | 12 |",
      "| waiting for another try | 52 |",
      "| not called yet | 259 |",
    ]) {
      expect(text.replaceAll("\u2003", "")).toContain(row);
    }
    expect(20 + 57 + 12 + 52 + 259).toBe(400);
  });

  it("say what a running campaign waits for", () => {
    expect(described({ waitingUntilMs: AT_MS + 3_600_000 })).toContain(
      "**No contact is due before 2026-11-21 09:01:12 UTC**",
    );
    expect(described({ prepared: false })).toContain("contacts are being taken");
    expect(described({})).not.toContain("Nobody");
  });

  it("say how long the rest takes only where the pace is known", () => {
    const pace = { callsPerMinute: 48, contactsPerMinute: 26 };
    expect(described({ pace })).toContain("Lately 48 calls a minute; at this pace the rest takes about 13 min.");
    expect(described({ pace: { ...pace, contactsPerMinute: 1 } })).toContain("about 6 hours.");
    expect(described({ pace: { callsPerMinute: 48, contactsPerMinute: 0 } })).not.toContain("pace");
    expect(described({})).not.toContain("pace");
  });

  it.each<[CampaignState, string]>([
    ["draft", "`start` or `cancel`"],
    ["running", "Send a Signal, `pause`, no input"],
    ["paused", "`resume` or `cancel`"],
    ["failed", "`resume` or `cancel`"],
  ])("of a %s campaign name the commands that it takes", (state, commands) => {
    expect(described({ state })).toContain(commands);
  });

  it("say that a paused campaign's last calls finish, and when nobody is called any more", () => {
    expect(described({ state: "paused" })).toContain("12 calls are finishing; no new one goes out.");
    expect(described({ state: "paused", figures: { ...figures, inFlight: 0 } })).toContain("Nobody is called.");
  });

  it("name a redial once the campaign is over", () => {
    expect(described({ state: "completed" })).toContain("A redial calls those who were not reached");
    expect(described({ state: "completed" })).not.toContain("Send a Signal");
  });

  it("do not say 100 % while a contact is left", () => {
    const left = { ...figures, total: 1_000_000, suppressed: 0, finished: 999_999, remaining: 1 };
    expect(described({ figures: left })).toContain("99 % done");
    expect(described({ figures: { ...left, finished: 1_000_000, remaining: 0 } })).toContain("100 % done");
    expect(described({ figures: NO_FIGURES })).toContain("0 % done");
  });

  it("stay Markdown of ours whatever the campaign is called", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const lines = described({ name }).split("\n");
        expect(lines).toHaveLength(described({}).split("\n").length);
        expect(lines[0]).toMatch(/^### .*: running, 19 % done$/u);
        expect(lines[0]?.slice(4).replaceAll(/\\./g, "")).not.toMatch(/[`*_[\]<>|]/);
      }),
    );
  });

  it("keep the last eight decisions, the newest first", () => {
    const decisions = Array.from({ length: 12 }, (_, index) => `decision ${index}`);
    const kept = decisions.reduce<string[]>((all, line) => addDecision(all, line), []);
    expect(kept).toEqual(decisions.slice(4).reverse());
    expect(described({ decisions: kept })).toContain("**Last decisions**\n\n- decision 11\n- decision 10\n");
  });
});
