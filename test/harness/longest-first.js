import { join } from "node:path";
import Sequencer from "@jest/test-sequencer";

const ROOT = join(import.meta.dirname, "../..");

/** Begun last, these would be waited for alone: seconds that they take on two cores, as `npm test` printed them. */
const LONG_SECONDS = {
  "test/console/console.test.ts": 251,
  "test/chaos/small-chaos.test.ts": 143,
  "test/api/documents/killed-worker.test.ts": 120,
  "test/docs/integrators.test.ts": 93,
  "test/api/conversations/drivers/drivers.test.ts": 93,
  "test/api/requests/killed-action.test.ts": 76,
  "test/api/requests/call-back.test.ts": 72,
  "test/chaos/faults/shared-stack.test.ts": 60,
  "test/api/marketplace/killed-upgrade.test.ts": 55,
  "test/chaos/faults/object-store-full.test.ts": 51,
  "test/api/agents/settings/every-setting.test.ts": 46,
  "test/scripts/generators.test.ts": 42,
  "test/infra/passage-index/elasticsearch-passage-index.test.ts": 41,
  "test/fuzz/short-fuzz.test.ts": 40,
  "test/api/calls/turn-webhook/turn-webhook.test.ts": 38,
  "test/media/browser-call.test.ts": 34,
  "test/chaos/faults/elasticsearch-away.test.ts": 29,
  "test/chaos/restored-campaign.test.ts": 28,
  "test/api/documents/documents.test.ts": 26,
  "test/api/documents/former-models.test.ts": 25,
  "test/workflows/call-run/call-run.workflow.test.ts": 25,
  "test/api/channels/killed-reply.test.ts": 23,
  "test/api/tools/settings/every-tool-field.test.ts": 22,
  "test/activities/maintenance/restart-lost-workflows.test.ts": 21,
  "test/console/talk.test.ts": 20,
  "test/api/documents/reindexing.test.ts": 20,
  "test/api/start.test.ts": 19,
  "test/api/documents/killed-translation.test.ts": 19,
  "test/worker/replay.test.ts": 19,
  "test/chaos/faults/disk-full.test.ts": 19,
  "test/api/timeline-events.test.ts": 17,
  "test/workflows/replay.test.ts": 17,
  "test/infra/local/full-store.test.ts": 17,
  "test/api/marketplace/killed-hire.test.ts": 17,
  "test/mutation/run-tests.test.ts": 17,
  "test/infra/telemetry/watched-platform.test.ts": 16,
  "test/api/documents/tenants.test.ts": 15,
  "test/api/documents/translate.test.ts": 15,
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
