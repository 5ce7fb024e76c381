import { NativeConnection } from "@temporalio/worker";
import { openReportedCallSlots } from "../../../../media/process/call-slot-report.ts";
import { createMediaWorkers } from "../../../../media/process/media-workers.ts";
import { testEnvironment } from "../../../harness/environment.ts";
import { liveUntilCanceled } from "../../../harness/until-canceled.ts";
import type { CallingPlatform } from "../../calls/calling-platform.ts";

/** More than there are conversations at one time. */
const CALLS = 100;

/**
 * In place of a media process: takes up the voice of each call over a trunk, whose words a test passes on. Nobody's voice is carried
 * without one, and the platform hangs up after fifteen seconds. Returns the function that ends it.
 */
export const standInForMedia = async ({
  api,
  namespace,
}: Pick<CallingPlatform, "api" | "namespace">): Promise<() => Promise<void>> => {
  const slots = await openReportedCallSlots(api.dependencies, { calls: CALLS });
  const connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
  const activities = { carryVoice: () => liveUntilCanceled() };
  const workers = await createMediaWorkers({ connection, namespace, activities, calls: CALLS });
  const stopping = new AbortController();
  const running = workers.run(stopping.signal);
  return async () => {
    stopping.abort();
    await running;
    await connection.close();
    await slots.withdraw();
  };
};
