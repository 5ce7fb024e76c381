import { Client } from "@temporalio/client";
import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";
import { closeAdapters, openAdapters } from "../infra/adapters.ts";
import { type Config, ConfigurationError, readConfig, readPublicBaseUrl } from "../infra/config/config.ts";
import { listSecretSettings } from "../infra/config/secret-settings.ts";
import { type LivekitSettings, readLivekitSettings } from "../infra/livekit/livekit-settings.ts";
import { createLogger, type Logger } from "../infra/logger.ts";
import { NO_LOCAL_SPEECH } from "../infra/models/local.speech.ts";
import { WORK_LIMITS } from "../infra/postgres/database-limits.ts";
import { takeRealTimePriority } from "../infra/real-time-priority.ts";
import { createStopSignal, whenStopped } from "../infra/stop-signal.ts";
import { openTracing } from "../infra/telemetry/open-tracing.ts";
import { chooseLogLevel } from "../infra/temporal/choose-log-level.ts";
import { connectTemporalWorker } from "../infra/temporal/connect-temporal-worker.ts";
import { removeLeftFolders } from "../infra/temporary-folder.ts";
import { loadVoiceActivity } from "./hearing/voice-activity.ts";
import { type LocalModels, openLocalModels } from "./local-speech/local-speech.ts";
import { createMediaActivities } from "./media.activities.ts";
import { openReportedCallSlots } from "./process/call-slot-report.ts";
import { watchEventLoop } from "./process/event-loop-load.ts";
import { reduceGarbageCollections } from "./process/gc-tuning.ts";
import { createMediaWorkers } from "./process/media-workers.ts";
import { startProbes } from "./process/probes.ts";

const APPLICATION = "ringdown-media";

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const logger = createLogger("media", { level: config.LOG_LEVEL, secrets: listSecretSettings(config) });
  reduceGarbageCollections();
  removeLeftFolders();
  const livekit = readLivekitSettings(config);
  if (livekit === null && !config.LOCAL_SPEECH)
    throw new ConfigurationError("Not set: LIVEKIT_URL or LOCAL_SPEECH. A media process has nothing to do without.");
  goBeforeOthers(config, logger);
  const stopping = createStopSignal();
  installRuntime(logger);
  const tracing = await openTracing(config, { service: APPLICATION, logger });
  const connection = await connectTemporalWorker(config, { logger, stopping });
  if (!connection) return;
  const temporal = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  const adapters = openAdapters(config, {
    logger,
    applicationName: APPLICATION,
    temporal,
    tracing,
    databaseLimits: WORK_LIMITS,
  });
  // Loading the client takes a moment in which no call has sound, so it is loaded before the first call.
  await adapters.objectStore.open();
  const localSpeech = openLocalSpeech(config, logger);
  const told = await openReportedCallSlots(adapters, {
    calls: config.MEDIA_CALLS,
    speaksLocally: localSpeech.isReady,
  });
  const workers = await createMediaWorkers({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    activities: createMediaActivities({
      ...adapters,
      ...(await mediaParts(config, livekit)),
      localSpeech,
      slots: told.slots,
    }),
    calls: config.MEDIA_CALLS,
  });
  watchEventLoop((share) => {
    if (told.slots.close())
      logger.warn({ share }, "the thread of all calls is busy: this process takes no more calls for now");
  });
  logger.info({ queues: workers.queues, calls: config.MEDIA_CALLS }, "media process is ready");
  process.send?.("ready"); // The supervisor of the embedded stack waits for this.
  const closeProbes = await startProbes({ config, adapters, workers, stopping });
  whenStopped(stopping, () => {
    told
      .withdraw()
      .catch((err: unknown) => logger.warn({ err }, "the API could not be told that this process takes no more calls"));
  });
  await workers.run(stopping);
  closeProbes();
  localSpeech.close();
  await closeAdapters(adapters);
};

/** Has sound not wait for a processor; threads of libraries that begin later inherit it. */
const goBeforeOthers = ({ MEDIA_REAL_TIME: isWanted }: Config, logger: Logger): void => {
  if (isWanted === false) return;
  const reason = takeRealTimePriority();
  if (reason !== null && isWanted)
    throw new ConfigurationError(
      `MEDIA_REAL_TIME is true, and the system does not let this process have real-time priority: ${reason}. Allow it (LimitRTPRIO=1 in a unit of systemd, MEDIA_RTPRIO=1 with docker-compose.yml), or unset MEDIA_REAL_TIME.`,
    );
  if (reason === null) logger.info("sound goes before everything else on this machine: real-time priority");
  else logger.info({ reason }, "sound waits for a processor like everything else: no real-time priority");
};

/** The models of this machine are fetched and loaded beside the calls, which none of them waits for. */
const openLocalSpeech = ({ LOCAL_SPEECH: isWanted }: Config, logger: Logger): LocalModels => {
  const models = openLocalModels({ environment: process.env, logger });
  // A failure is logged there, with what to do.
  if (isWanted) models.prepare().catch(() => {});
  return isWanted ? models : { ...models, ...NO_LOCAL_SPEECH };
};

const mediaParts = async (config: Config, livekit: LivekitSettings | null) => ({
  livekit,
  apiUrl: config.MEDIA_API_URL ?? readPublicBaseUrl(config),
  newVoiceActivity: await loadVoiceActivity(),
});

const installRuntime = (logger: Logger): void => {
  Runtime.install({
    logger: new DefaultLogger("INFO", (entry) => logger[chooseLogLevel(entry)](entry.meta ?? {}, entry.message)),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: "WARN", other: "ERROR" }), forward: {} } },
  });
};

try {
  await run();
  // LiveKit's library keeps threads of its own, which would keep the process running.
  process.exit();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
