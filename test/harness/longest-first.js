import { join } from "node:path";
import Sequencer from "@jest/test-sequencer";

const ROOT = join(import.meta.dirname, "../..");

/** Begun last, these would be waited for alone: seconds that they take on two cores, as `npm test` printed them. */
const LONG_SECONDS = {
  "test/console/console.test.ts": 449,
  "test/api/campaigns/what-if.test.ts": 264,
  "test/chaos/faults/shared-stack.test.ts": 254,
  "test/api/documents/killed-worker.test.ts": 203,
  "test/chaos/small-chaos.test.ts": 162,
  "test/api/conversations/drivers/drivers.test.ts": 145,
  "test/docs/integrators.test.ts": 141,
  "test/api/requests/killed-action.test.ts": 127,
  "test/api/calls/warm-transfer.test.ts": 123,
  "test/api/people/killed-erasure.test.ts": 118,
  "test/api/sandbox-walk.test.ts": 107,
  "test/api/requests/call-back.test.ts": 106,
  "test/api/foreign-fields.test.ts": 103,
  "test/infra/document-text/worst-files.test.ts": 97,
  "test/api/calls/killed-transfer.test.ts": 96,
  "test/chaos/faults/elasticsearch-away.test.ts": 94,
  "test/scripts/generators.test.ts": 93,
  "test/infra/telemetry/watched-platform.test.ts": 85,
  "test/api/agents/settings/every-setting.test.ts": 85,
  "test/api/calls/carrier-transfer.test.ts": 83,
  "test/api/campaigns/foreseen-campaign.test.ts": 77,
  "test/api/calls/killed-api-transfer.test.ts": 73,
  "test/api/tools/settings/every-tool-field.test.ts": 72,
  "test/api/campaigns/live-campaigns.test.ts": 69,
  "test/api/marketplace/killed-upgrade.test.ts": 68,
  "test/api/timeline-events.test.ts": 66,
  "test/chaos/as-of.test.ts": 63,
  "test/chaos/faults/object-store-full.test.ts": 61,
  "test/api/documents/same-content.test.ts": 59,
  "test/api/campaigns/cost-of-a-call.test.ts": 59,
  "test/api/key-scopes.test.ts": 58,
  "test/api/telephony/sandbox-simulator.test.ts": 57,
  "test/api/campaigns/recurring-campaigns.test.ts": 54,
  "test/fuzz/short-fuzz.test.ts": 53,
  "test/clients/typescript/package.test.ts": 51,
  "test/clients/python/behaviour.test.ts": 51,
  "test/docs/operators.test.ts": 50,
  "test/infra/document-text/extract-document.test.ts": 49,
  "test/workflows/call-run/call-run.workflow.test.ts": 47,
  "test/infra/document-text/unread-text.test.ts": 46,
  "test/chaos/rolls.test.ts": 46,
  "test/application/record/sealing-faults.test.ts": 46,
  "test/api/record/verify.test.ts": 40,
  "test/application/record/independent-reading.test.ts": 39,
  "test/api/campaigns/back-fill.test.ts": 39,
  "test/api/calls/turn-webhook/turn-webhook.test.ts": 39,
  "test/clients/python/versions.test.ts": 38,
  "test/infra/passage-index/elasticsearch-passage-index.test.ts": 37,
  "test/clients/python/package.test.ts": 36,
  "test/api/row-room.test.ts": 36,
  "test/infra/contact-file/read-contact-file.test.ts": 35,
  "test/console/signing-in.test.ts": 35,
  "test/api/http/load/shared-limits.test.ts": 33,
  "test/api/marketplace/killed-hire.test.ts": 32,
  "test/api/campaigns/campaign-dates.test.ts": 32,
  "test/api/calls/supervision.test.ts": 32,
  "test/media/local-call.test.ts": 31,
  "test/domain/campaign/version-guard.rules.test.ts": 31,
  "test/api/documents/sources.test.ts": 29,
  "test/api/campaigns/what-if-killed-worker.test.ts": 29,
  "test/chaos/restored-campaign.test.ts": 28,
};

const secondsOf = new Map(Object.entries(LONG_SECONDS).map(([file, seconds]) => [join(ROOT, file), seconds]));

/**
 * Jest's own order, which in a fresh clone goes by the size of the files, behind the tests that take longest. It also
 * tells the global set-up which files were chosen.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    globalThis.chosenTestFiles = tests.map(({ path }) => path);
    const seconds = ({ path }) => secondsOf.get(path) ?? 0;
    // Those of the same time stay in Jest's order.
    return super.sort(tests).toSorted((one, other) => seconds(other) - seconds(one));
  }
}
