import { DEFAULT_CALLING_HOURS } from "../../domain/campaign/calling-hours.ts";
import { sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { observeCarriers } from "../../infra/telemetry/observed-carriers.ts";
import { createCarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { someContacts } from "../factories/campaigns.ts";
import { createPhoneNumberRow } from "../factories/telephony.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import type { LivekitStandIn } from "../infra/telephony/livekit-stand-in.ts";
import type { DiallingRig, StartedCampaign } from "./dialling-rig.ts";
import { startTalkingCampaign, talkersPrices } from "./talking-campaign.ts";

const A_DAY_MS = 86_400_000;

/** Lets the rig dial over SIP trunks, by this stand-in for LiveKit, whose calls ring for ever. */
export const dialOverTrunks = async ({ deps, test }: DiallingRig, livekit: LivekitStandIn): Promise<void> => {
  const simulator = { baseUrl: "http://127.0.0.1:9", signingKey: "none" };
  deps.carriers = observeCarriers(createCarrierRegistry({ simulator, sip: { livekit: livekit.settings } }), deps);
  deps.prices = talkersPrices();
  for (const { phone_number } of someContacts(8)) livekit.prepare(phone_number, { stays: "ringing" });
  await test.everything
    .insertInto("media_processes")
    .values({ uuid: crypto.randomUUID(), places: 10_000, taken: 0, told_at: new Date(Date.now() + A_DAY_MS) })
    .execute();
};

/** A campaign over a SIP trunk, in whose calls these models speak and hear. */
export const startSpeakingCampaign = async (
  rig: DiallingRig,
  { totalMinor, tts = "voice", stt = "ear" }: { totalMinor: number; tts?: string; stt?: string },
): Promise<StartedCampaign> => {
  const campaign = await startTalkingCampaign(rig, { totalMinor });
  const { organizationId, tenant } = campaign;
  const { everything } = rig.test;
  const credentials = sealCredentials({ address: "sip.example.com" }, { organizationId, secrets: testSecrets });
  await everything
    .updateTable("telephony_configurations")
    .set({ ...credentials, provider: "sip", calls_per_second: 1000 })
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
  // Its people may be called at any hour of a test.
  await everything
    .updateTable("organizations")
    .set({ calling_hours: { ...DEFAULT_CALLING_HOURS, enabled: false, reason: "a test" } })
    .where("id", "=", organizationId)
    .execute();
  await createPhoneNumberRow(rig.test, {
    organizationId,
    telephonyAccountId: tenant.simulatorAccountId,
    e164: "+12025550100",
    isDefault: true,
  });
  await everything
    .insertInto("model_configurations")
    .values([
      { organization_id: organizationId, part: "tts", provider: "openai", model: tts },
      { organization_id: organizationId, part: "stt", provider: "openai", model: stt },
    ])
    .execute();
  return campaign;
};
