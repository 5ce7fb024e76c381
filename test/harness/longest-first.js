import { join } from "node:path";
import Sequencer from "@jest/test-sequencer";

const ROOT = join(import.meta.dirname, "../..");

/** Begun last, these would be waited for alone: seconds that they take on two cores, as `npm test` printed them. */
const LONG_SECONDS = {
  "test/console/console.test.ts": 260,
  "test/api/documents/killed-worker.test.ts": 190,
  "test/chaos/small-chaos.test.ts": 140,
  "test/api/conversations/drivers/drivers.test.ts": 100,
  "test/chaos/faults/object-store-full.test.ts": 100,
  "test/api/agents/settings/every-setting.test.ts": 98,
  "test/api/requests/killed-action.test.ts": 93,
  "test/docs/integrators.test.ts": 88,
  "test/api/marketplace/killed-hire.test.ts": 66,
  "test/worker/schedules.test.ts": 65,
  "test/scripts/generators.test.ts": 59,
  "test/api/start.test.ts": 54,
  "test/infra/contact-file/read-file-rows.test.ts": 45,
  "test/api/conversations/turn-webhook/turn-webhook.test.ts": 43,
  "test/api/documents/tenants.test.ts": 41,
  "test/infra/passage-index/elasticsearch-passage-index.test.ts": 40,
  "test/fuzz/short-fuzz.test.ts": 40,
  "test/api/documents/killed-translation.test.ts": 39,
  "test/api/channels/killed-reply.test.ts": 38,
  "test/worker/replay.test.ts": 37,
  "test/api/documents/reindexing.test.ts": 33,
  "test/workflows/call-run/call-run-conversation.workflow.test.ts": 32,
  "test/api/documents/documents.test.ts": 31,
  "test/workflows/call-run/call-run.workflow.test.ts": 30,
  "test/api/documents/former-models.test.ts": 29,
  "test/api/timeline-events.test.ts": 28,
  "test/api/documents/translate.test.ts": 28,
  "test/activities/contact-import/contact-import.activities.test.ts": 26,
  "test/activities/maintenance/restart-lost-workflows.test.ts": 25,
  "test/activities/call-run/limits.test.ts": 25,
  "test/workflows/replay.test.ts": 24,
  "test/infra/xlsx/xlsx-file.test.ts": 23,
  "test/workflows/campaign/campaign.workflow.test.ts": 23,
  "test/infra/document-text/extract-document.test.ts": 23,
  "test/api/tools/settings/every-tool-field.test.ts": 22,
  "test/infra/telemetry/watched-platform.test.ts": 20,
  "test/api/conversations/browser/web-calls.test.ts": 20,
  "test/console/talk.test.ts": 20,
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
