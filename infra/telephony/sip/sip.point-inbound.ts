import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { readDialledPart } from "../../../domain/number/trunk-address.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import type { InboundTarget, ServedInbound } from "../carrier-numbers.ts";
import { describeProblem, type LivekitClient } from "./sip.client.ts";
import { buildCallerRoomPrefix, NUMBER_ATTRIBUTE, ROOM_KEPT_SECONDS, STATUS_URL_ATTRIBUTE } from "./sip.participant.ts";
import { listCallerNetworks, readSipSettings, type SipSettings } from "./sip.settings.ts";

/** How long it rings for a caller when nobody joins. */
const RINGING_SECONDS = 60;

interface Pointed extends ServedInbound {
  credentials: CarrierCredentials;
  /** E.164 with `+`, or an address of the trunk. */
  phoneNumber: string;
}

/**
 * Makes LiveKit SIP accept calls to the number from the addresses that the account's settings admit, and open a room for each; when
 * the account does not serve the number, no call is accepted. Trunks of LiveKit that belong to others are not changed.
 */
export const pointInbound = async (
  client: LivekitClient,
  { credentials, phoneNumber, target, serves }: Pointed,
): Promise<void> => {
  const found = (await listTrunks(client, phoneNumber)).filter(({ name }) => name === nameOf(phoneNumber));
  // All accounts share one LiveKit, where only a trunk's metadata says whose it is.
  const owned = found.filter(({ metadata }) => metadata === target.statusUrl);
  if (!serves) {
    for (const trunk of owned) await remove(client, trunk.sip_trunk_id);
    return;
  }
  const [ours] = owned;
  if (found.length > 0 && !ours)
    throw new CarrierRefusedError("calls to this number go to another account of this installation");
  const trunk = trunkOf(settingsOf(credentials), { phoneNumber, target });
  const trunkId = ours?.sip_trunk_id ?? (await create(client, trunk));
  if (ours) await ask(client, "SIP/UpdateSIPInboundTrunk", { sip_trunk_id: trunkId, replace: trunk }, z.unknown());
  await leadIntoRooms(client, { trunkId, phoneNumber, target });
};

const settingsOf = (credentials: CarrierCredentials): SipSettings => {
  const settings = readSipSettings(credentials);
  if ("problem" in settings) throw new CarrierRefusedError(settings.problem);
  if (settings.inbound_username === "" && settings.inbound_addresses === "") {
    throw new CarrierRefusedError(
      "anybody could call: give the account inbound_addresses, or inbound_username and inbound_password, and save the number again",
    );
  }
  return settings;
};

/** Names a trunk by its dialled part, because LiveKit SIP does not distinguish two addresses that differ only in their host. */
const nameOf = (phoneNumber: string): string => `ringdown ${readDialledPart(phoneNumber)}`;

const trunkOf = (
  settings: SipSettings,
  { phoneNumber, target }: { phoneNumber: string; target: InboundTarget },
): Record<string, unknown> => ({
  name: nameOf(phoneNumber),
  metadata: target.statusUrl,
  numbers: [readDialledPart(phoneNumber)],
  allowed_addresses: listCallerNetworks(settings),
  auth_username: settings.inbound_username,
  auth_password: settings.inbound_password,
  ringing_timeout: `${RINGING_SECONDS}s`,
  media_encryption: `SIP_MEDIA_ENCRYPT_${settings.media_encryption.toUpperCase()}`,
});

const created = z.object({ sip_trunk_id: z.string().min(1) });

const create = async (client: LivekitClient, trunk: Record<string, unknown>): Promise<string> =>
  (await ask(client, "SIP/CreateSIPInboundTrunk", { trunk }, created)).sip_trunk_id;

const rules = z.object({
  items: z
    .array(z.object({ sip_dispatch_rule_id: z.string(), trunk_ids: z.array(z.string()).default([]) }))
    .default([]),
});

/** Gives each caller a room, whose events LiveKit sends to the account's address. */
const leadIntoRooms = async (
  client: LivekitClient,
  { trunkId, phoneNumber, target }: { trunkId: string; phoneNumber: string; target: InboundTarget },
): Promise<void> => {
  const [, organizationId = "", accountId = ""] = /\/(\d+)\/(\d+)\/status$/.exec(target.statusUrl) ?? [];
  const rule = {
    name: nameOf(phoneNumber),
    trunk_ids: [trunkId],
    rule: {
      dispatch_rule_callee: { room_prefix: buildCallerRoomPrefix({ organizationId, accountId }), randomize: true },
    },
    attributes: { [STATUS_URL_ATTRIBUTE]: target.statusUrl, [NUMBER_ATTRIBUTE]: phoneNumber },
    room_config: { empty_timeout: ROOM_KEPT_SECONDS, departure_timeout: ROOM_KEPT_SECONDS },
  };
  const [known] = await rulesOf(client, trunkId);
  if (known) {
    const { sip_dispatch_rule_id } = known;
    await ask(client, "SIP/UpdateSIPDispatchRule", { sip_dispatch_rule_id, replace: rule }, z.unknown());
  } else {
    await ask(client, "SIP/CreateSIPDispatchRule", { dispatch_rule: rule }, z.unknown());
  }
};

/** LiveKit also lists the rules of all trunks. */
const rulesOf = async (client: LivekitClient, trunkId: string) =>
  (await ask(client, "SIP/ListSIPDispatchRule", { trunk_ids: [trunkId] }, rules)).items.filter(({ trunk_ids }) =>
    trunk_ids.includes(trunkId),
  );

const remove = async (client: LivekitClient, trunkId: string): Promise<void> => {
  for (const { sip_dispatch_rule_id } of await rulesOf(client, trunkId))
    await ask(client, "SIP/DeleteSIPDispatchRule", { sip_dispatch_rule_id }, z.unknown());
  await ask(client, "SIP/DeleteSIPTrunk", { sip_trunk_id: trunkId }, z.unknown());
};

const trunks = z.object({
  items: z
    .array(z.object({ sip_trunk_id: z.string(), name: z.string().default(""), metadata: z.string().default("") }))
    .default([]),
});

const listTrunks = async (client: LivekitClient, phoneNumber: string) =>
  (await ask(client, "SIP/ListSIPInboundTrunk", { numbers: [readDialledPart(phoneNumber)] }, trunks)).items;

const ask = async <T>(
  client: LivekitClient,
  method: string,
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodType<T>,
): Promise<T> => {
  const result = await client({ method, room: "", body });
  if (result.kind === "no_response") throw new CarrierUnavailableError(`LiveKit: ${result.detail}`);
  if (!isSuccess(result)) {
    if (result.status >= 500) throw new CarrierUnavailableError(`LiveKit: ${describeProblem(result)}`);
    throw new CarrierRefusedError(`LiveKit: ${describeProblem(result)}`);
  }
  return schema.parse(parseJson(result.body));
};
