import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Config, readPublicBaseUrl, requireSettings } from "../config/config.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { openObjectStore } from "../object-store/open-object-store.ts";
import { judgeClock } from "./clock-gap.ts";
import { ANSWERS_WITHIN_MS, type Check, fault, good, warning } from "./finding.ts";

const SIGNED_FOR_SECONDS = 60;
/** Headers tell the time in whole seconds. */
const TO_SECONDS = 1;

/** Looks at the object store: writing and reading, addresses that are signed for browsers, and that strangers see nothing. */
export const checkObjectStore = (config: Config): Check => ({
  part: "object_store",
  look: async () => {
    const store = openObjectStore(requireSettings(config, "S3_ENDPOINT", "S3_ACCESS_KEY", "S3_SECRET_KEY"));
    const key = `doctor/${randomUUID()}`;
    const written = Buffer.from(key);
    await store.put(key, written, "text/plain");
    try {
      const read = await buffer(await store.read(key));
      if (!read.equals(written)) return [fault("store_differs")];
      return [
        good("store_read", { bucket: config.S3_BUCKET }),
        ...(await judgeAddresses(store, { key, origin: readPublicBaseUrl(config) })),
      ];
    } finally {
      await store.remove(key);
    }
  },
});

const judgeAddresses = async (store: ObjectStore, { key, origin }: { key: string; origin: string }) => {
  const address = await store.signDownload(key, SIGNED_FOR_SECONDS, { filename: "doctor.txt" });
  const bare = new URL(address);
  bare.search = "";
  const [signed, unsigned, upload] = await Promise.all([
    ask(address),
    ask(bare.href),
    store.signUpload(key, { contentLength: 1, expiresInSeconds: SIGNED_FOR_SECONDS }),
  ]);
  if (!signed.ok) return [fault("store_address_refused", { status: signed.status, origin: bare.origin })];
  return [
    good("store_signed", { origin: bare.origin }),
    unsigned.ok ? fault("store_open") : good("store_closed"),
    await judgeOrigin(upload, origin),
    ...judgeDate(signed),
  ];
};

const ask = (address: string, init: RequestInit = {}) =>
  fetch(address, { redirect: "manual", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), ...init });

/** The console sends files from its own origin straight to the store. */
const judgeOrigin = async (address: string, base: string) => {
  const { origin } = new URL(base);
  const answer = await ask(address, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "content-type" },
  });
  const allowed = answer.headers.get("access-control-allow-origin");
  return allowed === "*" || allowed === origin
    ? good("store_takes_uploads", { origin })
    : warning("store_refuses_uploads", { origin });
};

const judgeDate = ({ headers }: Response) => {
  const date = headers.get("date");
  return date === null ? [] : [judgeClock(new Date(date), { ours: new Date(), toSeconds: TO_SECONDS })];
};
