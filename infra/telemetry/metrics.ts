import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { version } from "../version.ts";
import { installationGauges } from "./installation-gauges.ts";
import { collectProcessMetrics } from "./process-metrics.ts";

/** The fields that `watchPool` reads; a pool of `pg` and a database's load have them. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** The shortest bucket fits a row's reading, the longest a carrier's time-out. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The shortest bucket fits vectors of a model nearby, the longest a written reply. */
const MODEL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/**
 * The shortest bucket fits a call that is dialled at once, the longest one that waited for its pace or a free place.
 */
const QUEUE_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** The shortest bucket fits a model beside this process, the longest a tool that works while a person waits. */
const TURN_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30];

/**
 * Creates one process's metrics, by the conventions of Prometheus. No label takes a value from outside, nor an id, so
 * the number of series depends on the program alone. A transaction is counted when it is tried, so one that is rolled
 * back and tried again counts twice: the database, not these figures, is the record.
 */
export const createMetrics = ({ ofProcess = false } = {}) => {
  const registry = new Registry();
  if (ofProcess) collectProcessMetrics(registry);
  const registers = [registry];
  const pools = poolGauges(registers);
  buildGauge(registers);
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `ringdown_${name}_total`, help, labelNames, registers });
  const seconds = <L extends string>(name: string, help: string, { labelNames, buckets }: Seconds<L>) =>
    new Histogram({ name: `ringdown_${name}_seconds`, help, labelNames, buckets, registers });
  return {
    httpRequestSeconds: seconds("http_request_duration", "Requests to the API, until the answer is out.", {
      labelNames: ["operation", "method", "status"],
      buckets: REQUEST_BUCKETS,
    }),
    callbacks: counter(
      "carrier_callbacks",
      "Callbacks of carriers: taken, repeated, refused (not signed), unknown_run.",
      ["provider", "result"],
    ),
    carrierRequestSeconds: seconds(
      "carrier_request_duration",
      "Requests to carriers, until the answer or the time-out.",
      {
        labelNames: ["provider", "operation", "outcome"],
        buckets: REQUEST_BUCKETS,
      },
    ),
    admissions: counter("admission_decisions", "Decisions whether a call may be dialled now.", ["decision"]),
    queueSeconds: seconds("call_queue_duration", "Time from the creation of a call to the request to its carrier.", {
      labelNames: [],
      buckets: QUEUE_BUCKETS,
    }),
    handOverSeconds: seconds("call_hand_over_duration", "How long a hand-over to a carrier keeps a pause waiting.", {
      labelNames: ["result"],
      buckets: REQUEST_BUCKETS,
    }),
    lockWaitSeconds: seconds(
      "call_lock_wait_duration",
      "Wait of a hand-over for its turn, a connection and its locks.",
      {
        labelNames: [],
        buckets: REQUEST_BUCKETS,
      },
    ),
    ...turnHistograms(registers),
    callsEnded: counter("calls_ended", "Calls that were settled, by outcome.", ["outcome"]),
    contactsClaimed: counter("contacts_claimed", "Contacts of campaigns that were taken up for a call."),
    plainRelayRequests: counter(
      "plain_relay_requests",
      "Plain HTTP requests at addresses of WebSockets: a proxy in front does not pass the upgrade.",
    ),
    ...modelMetrics(registers),
    ...platformGauges(registers),
    importRows: counter("import_rows", "Rows of contact files, by result.", ["result"]),
    watchPool: (name: string, pool: Pool) => void pools.set(name, pool),
    /** Returns the text that Prometheus reads. */
    exposition: () => registry.metrics(),
    contentType: registry.contentType,
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

interface Seconds<L extends string> {
  labelNames: L[];
  buckets: number[];
}

const turnHistograms = (registers: Registry[]) => ({
  turnStageSeconds: new Histogram({
    name: "ringdown_turn_stage_duration_seconds",
    help: "Parts of turns: heard, end_of_turn, recognized, first_token, first_words, first_sound, spoken.",
    labelNames: ["stage", "provider"],
    buckets: TURN_BUCKETS,
    registers,
  }),
  turnResponseSeconds: new Histogram({
    name: "ringdown_turn_response_duration_seconds",
    help: "From a person's last sound to the agent's first one.",
    buckets: TURN_BUCKETS,
    registers,
  }),
});

const modelMetrics = (registers: Registry[]) => ({
  modelRequestSeconds: new Histogram({
    name: "ringdown_model_request_duration_seconds",
    help: "Requests to models, until their answer begins. Outcomes: ok, throttled, refused, failed, unreachable, given_up.",
    labelNames: ["provider", "kind", "outcome"],
    buckets: MODEL_BUCKETS,
    registers,
  }),
});

/** What is true of the platform, not of a request. */
const platformGauges = (registers: Registry[]) => ({
  repairs: new Counter({
    name: "ringdown_repairs_total",
    help: "What maintenance has taken up again or removed, by search.",
    labelNames: ["search"],
    registers,
  }),
  publicAddressPasses: publicAddressGauge(registers),
  certificateEnd: certificateGauge(registers),
  installation: installationGauges(registers),
});

const buildGauge = (registers: Registry[]): void =>
  new Gauge({
    name: "ringdown_build_info",
    help: "Always 1: the version of the platform and of Node.js as labels.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);

/** The gauges are read at each scrape. */
const publicAddressGauge = (registers: Registry[]) =>
  new Gauge({
    name: "ringdown_public_address_passes",
    help: "Whether the API's own requests come through PUBLIC_BASE_URL: 1 or 0.",
    labelNames: ["over"],
    registers,
  });

const certificateGauge = (registers: Registry[]) => {
  const gauge = new Gauge({
    name: "ringdown_certificate_expires_timestamp_seconds",
    help: "Until when the certificate of PUBLIC_BASE_URL is valid; missing: it has none, or it cannot be read.",
    registers,
  });
  gauge.remove();
  return gauge;
};

const poolGauges = (registers: Registry[]): Map<string, Pool> => {
  const pools = new Map<string, Pool>();
  new Gauge({
    name: "ringdown_database_connections",
    help: "Connections to the database, by pool.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "used" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: "ringdown_database_connection_waiters",
    help: "Work that waits for a connection, by pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
  return pools;
};
