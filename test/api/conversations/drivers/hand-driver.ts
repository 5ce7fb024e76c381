import { sealCredentials } from "../../../../infra/postgres/telephony/telephony.repository.ts";
import { createSpeechModelRows } from "../../../factories/speech-models.ts";
import { createPhoneNumberRow } from "../../../factories/telephony.ts";
import { testSecrets } from "../../../harness/test-secrets.ts";
import { WaitsInVain, waitUntil } from "../../../harness/wait-until.ts";
import { openTalkingOrganization } from "../talking-organization.ts";
import { createDelivery } from "./deliver.ts";
import type { Driver } from "./driver.ts";
import type { DriverPlatform } from "./driver-platform.ts";
import type { HandCarrier } from "./hand-carrier.ts";
import { createPhone } from "./phone.ts";
import type { Played, Scene } from "./scene.ts";

const CALLER_ID = "+12025550100";
/** A request that a machine has no time to send is over, by design; who asked calls again. */
const MOST_TRIES = 4;
const NEVER_REACHED = "the request never reached the carrier";
let lastNumber = 0;

/** A driver whose carrier is played by hand. */
export const handDriver = (
  description: Omit<Driver, "play">,
  carrierOf: (platform: DriverPlatform) => HandCarrier,
): Driver => ({
  ...description,
  play: async (platform, scene) => {
    const carrier = carrierOf(platform);
    const organization = await openOrganization(platform, carrier, scene);
    for (let left = MOST_TRIES; ; left -= 1) {
      try {
        return await callOnce(platform, { carrier, organization, scene });
      } catch (error) {
        if (!(error instanceof NeverReachedError) || left === 1) throw error;
      }
    }
  },
});

class NeverReachedError extends WaitsInVain {
  override readonly name = "NeverReachedError";
}

interface Calling {
  carrier: HandCarrier;
  organization: Awaited<ReturnType<typeof openOrganization>>;
  scene: Scene;
}

const callOnce = async (platform: DriverPlatform, { carrier, organization, scene }: Calling): Promise<Played> => {
  lastNumber += 1;
  const number = `+1415555${String(2000 + lastNumber)}`;
  carrier.prepare(number);
  const answer = scene.manners.early ? carrier.gate.hold(number.slice(1)) : () => {};
  const calling = organization.call({}, number);
  try {
    const dialled = waitUntil(
      `${number} is called`,
      async () => carrier.find(number, createDelivery(scene.manners)) ?? expectNotOver(platform, number),
    ).catch((error: unknown) => nameRuns(platform, number, error));
    const call = await Promise.race([dialled, calling.then(() => dialled)]);
    const phone = createPhone(call, scene.manners);
    await phone.pickUp();
    const [first, ...rest] = scene.person;
    if (first && scene.manners.early) await phone.follow(first);
    answer();
    await phone.talk(scene.manners.early ? rest : scene.person);
    return { runId: await calling, heard: phone.heard };
  } finally {
    answer();
  }
};

/**
 * Nobody places a call that is over before its carrier has it; its row says why. A canceled one was not made for
 * want of room, and who asked for it is told when to come back.
 */
const expectNotOver = async ({ test }: DriverPlatform, number: string): Promise<undefined> => {
  const over = await test.everything
    .selectFrom("call_runs")
    .select(["state", "outcome", "end_reason", "carrier_requested_at", "ended_at"])
    .where("called_number", "=", number)
    .where("ended_at", "is not", null)
    .where("state", "!=", "canceled")
    .executeTakeFirst();
  if (over?.end_reason === NEVER_REACHED) throw new NeverReachedError(`${number}: ${NEVER_REACHED}`);
  if (over) throw new WaitsInVain(`${number} is over and was not called: ${JSON.stringify(over)}`);
};

/** What became of the requests for a call that nobody placed says why. */
const nameRuns = async ({ test }: DriverPlatform, number: string, error: unknown): Promise<never> => {
  if (error instanceof NeverReachedError) throw error;
  const runs = await test.everything
    .selectFrom("call_runs")
    .select(["state", "outcome", "end_reason", "error", "created_at", "carrier_requested_at", "ended_at"])
    .where("called_number", "=", number)
    .orderBy("created_at")
    .execute();
  throw new Error(`${number} was asked for ${runs.length} times: ${JSON.stringify(runs)}`, { cause: error });
};

const openOrganization = async (platform: DriverPlatform, carrier: HandCarrier, { agent, manners }: Scene) => {
  const organization = await openTalkingOrganization(platform, agent);
  const { organizationId, simulatorAccountId: telephonyAccountId } = organization;
  const credentials = { ...carrier.credentials, ...(manners.machine && { amd_enabled: true }) };
  await platform.test.everything
    .updateTable("telephony_configurations")
    .set({ provider: carrier.provider, ...sealCredentials(credentials, { organizationId, secrets: testSecrets }) })
    .where("id", "=", telephonyAccountId)
    .execute();
  // Nobody needs to be there: what is said goes over the relay.
  if (carrier.platformSpeaks) {
    await createSpeechModelRows(platform.test, { organizationId, baseUrl: "http://127.0.0.1:9" });
  }
  await createPhoneNumberRow(platform.test, { organizationId, telephonyAccountId, e164: CALLER_ID, isDefault: true });
  return organization;
};
