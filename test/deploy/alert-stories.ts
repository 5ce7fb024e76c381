/** Series as promtool's own tests write them, for three hours: one in which the alert comes, and one in which it does not. */
interface AlertStory {
  bad: { series: Record<string, string>; labels?: readonly Record<string, string>[] };
  good: Record<string, string>;
  at?: string;
}

const HOURS = "x180";
/** It stays as it is. */
const still = (value: number) => `${value}+0${HOURS}`;
const rising = (perMinute: number) => `0+${perMinute}${HOURS}`;
/** promtool begins at 1970: three hours later it is 10,800 s. */
const THREE_HOURS = 10_800;
const DAY = 86_400;

const beyond = (series: string, bad: number, good: number): AlertStory => ({
  bad: { series: { [series]: still(bad) } },
  good: { [series]: still(good) },
});

const place = (outcome: string) =>
  `ringdown_carrier_request_duration_seconds_count{provider="twilio",operation="place_call",outcome="${outcome}"}`;
const model = (outcome: string) =>
  `ringdown_model_request_duration_seconds_count{provider="openai",kind="words",outcome="${outcome}"}`;
const queue = (le: string) => `ringdown_call_queue_duration_seconds_bucket{le="${le}"}`;

export const ALERT_STORIES: Readonly<Record<string, AlertStory>> = {
  RingdownAway: { bad: { series: { up: still(1) } }, good: { 'ringdown_build_info{version="1"}': still(1) } },
  RingdownFiguresOld: beyond("ringdown_figures_timestamp_seconds", THREE_HOURS - 1800, THREE_HOURS - 60),
  RingdownSilentCalls: beyond("ringdown_calls_silent", 1, 0),
  RingdownCallbacksLate: beyond("ringdown_carrier_callbacks_late", 6, 5),
  RingdownCarrierFails: {
    bad: {
      series: { [place("accepted")]: rising(60), [place("unknown")]: rising(30) },
      labels: [{ provider: "twilio" }],
    },
    good: { [place("accepted")]: rising(60), [place("unknown")]: rising(3) },
  },
  RingdownPublicAddressFails: {
    bad: {
      series: {
        'ringdown_public_address_passes{over="http"}': still(1),
        'ringdown_public_address_passes{over="websocket"}': still(0),
      },
      labels: [{ over: "websocket" }],
    },
    good: { 'ringdown_public_address_passes{over="http"}': still(1) },
  },
  RingdownCallsWait: {
    bad: { series: { [queue("300")]: rising(50), [queue("900")]: rising(100), [queue("+Inf")]: rising(100) } },
    good: { [queue("300")]: rising(99), [queue("900")]: rising(100), [queue("+Inf")]: rising(100) },
  },
  RingdownDatabaseCrowded: {
    bad: {
      series: { 'ringdown_database_connection_waiters{instance="a",pool="work"}': still(21) },
      labels: [{ instance: "a", pool: "work" }],
    },
    good: { 'ringdown_database_connection_waiters{instance="a",pool="work"}': still(3) },
  },
  RingdownThreadBusy: {
    bad: { series: { 'nodejs_eventloop_utilization_ratio{instance="a"}': still(0.9) }, labels: [{ instance: "a" }] },
    good: { 'nodejs_eventloop_utilization_ratio{instance="a"}': still(0.5) },
  },
  RingdownDocumentsWait: beyond('ringdown_documents{state="queued"}', 101, 100),
  RingdownWebhooksWait: beyond("ringdown_webhook_oldest_waiting_seconds", 3601, 60),
  RingdownModelFails: {
    bad: {
      series: { [model("ok")]: rising(60), [model("failed")]: rising(30) },
      labels: [{ provider: "openai", kind: "words" }],
    },
    good: { [model("ok")]: rising(60), [model("given_up")]: rising(30) },
  },
  RingdownRepairs: {
    bad: {
      series: { 'ringdown_repairs_total{search="restartLostCalls"}': rising(1) },
      labels: [{ search: "restartLostCalls" }],
    },
    good: { 'ringdown_repairs_total{search="restartLostCalls"}': "0+0x60 5+0x120" },
  },
  RingdownQuotaNearlyFull: beyond("ringdown_organizations_nearly_full", 1, 0),
  RingdownArchiveBehind: beyond("ringdown_archive_lag_seconds", 4 * DAY, DAY),
  RingdownCertificateEnds: beyond(
    "ringdown_certificate_expires_timestamp_seconds",
    THREE_HOURS + 13 * DAY,
    THREE_HOURS + 15 * DAY,
  ),
  RingdownKeysExpire: beyond("ringdown_api_keys_expiring", 2, 0),
  RingdownRecordNotSealed: beyond("ringdown_record_unsealed_seconds", 1000, 30),
  RingdownRecordRefused: beyond("ringdown_records_refused", 1, 0),
  RingdownBackupTooOld: {
    ...beyond("ringdown_backup_timestamp_seconds", THREE_HOURS - 3 * DAY, 0),
    good: { ringdown_backup_timestamp_seconds: still(THREE_HOURS - DAY) },
  },
};
