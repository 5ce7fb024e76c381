import { z } from "zod";

const trunk = z.strictObject({
  name: z.string().min(1),
  metadata: z.string(),
  numbers: z.tuple([z.string().regex(/^[\w+.-]+$/)]),
  allowed_addresses: z.array(z.string().regex(/^[\d.]+\/\d+$/)),
  auth_username: z.string(),
  auth_password: z.string(),
  ringing_timeout: z.string().regex(/^\d+s$/),
  media_encryption: z.string().regex(/^SIP_MEDIA_ENCRYPT_/),
});
const rule = z.strictObject({
  name: z.string(),
  trunk_ids: z.tuple([z.string().min(1)]),
  rule: z.strictObject({
    dispatch_rule_callee: z.strictObject({ room_prefix: z.string().min(1), randomize: z.literal(true) }),
  }),
  attributes: z.record(z.string(), z.string()),
  room_config: z.strictObject({ empty_timeout: z.int(), departure_timeout: z.int() }),
});
type Trunk = z.output<typeof trunk>;
type Rule = z.output<typeof rule>;

interface Caller {
  to: string;
  /** What stands before `@` in the From header. */
  from: string;
  /** A repeated INVITE has that of the first one. */
  callId: string;
}

/** LiveKit's inbound trunks and dispatch rules, as strict as LiveKit: one trunk for a number, one rule for a trunk. */
export const createCallerDesk = () => {
  const trunks = new Map<string, Trunk>();
  const rules = new Map<string, Rule>();
  let ids = 0;
  const nextId = (prefix: string) => `${prefix}_${(ids += 1)}`;
  const refuseConflict = (made: Trunk, ownId?: string) => {
    for (const [id, { numbers }] of trunks)
      if (id !== ownId && numbers[0] === made.numbers[0]) throw new Error("Conflicting inbound SIP Trunks");
  };
  const methods: Record<string, (body: unknown) => object> = {
    "SIP/ListSIPInboundTrunk": (body) => {
      const { numbers } = z.strictObject({ numbers: z.array(z.string()) }).parse(body);
      const found = [...trunks].filter(([, each]) => numbers.includes(each.numbers[0]));
      return { items: found.map(([sip_trunk_id, each]) => ({ sip_trunk_id, ...each })) };
    },
    "SIP/CreateSIPInboundTrunk": (body) => {
      const made = z.strictObject({ trunk }).parse(body).trunk;
      refuseConflict(made);
      const sip_trunk_id = nextId("ST");
      trunks.set(sip_trunk_id, made);
      return { sip_trunk_id, ...made };
    },
    "SIP/UpdateSIPInboundTrunk": (body) => {
      const { sip_trunk_id, replace } = z.strictObject({ sip_trunk_id: z.string(), replace: trunk }).parse(body);
      if (!trunks.has(sip_trunk_id)) throw new Error("no such trunk");
      refuseConflict(replace, sip_trunk_id);
      trunks.set(sip_trunk_id, replace);
      return { sip_trunk_id, ...replace };
    },
    "SIP/DeleteSIPTrunk": (body) => {
      trunks.delete(z.strictObject({ sip_trunk_id: z.string() }).parse(body).sip_trunk_id);
      return {};
    },
    "SIP/ListSIPDispatchRule": (body) => {
      const { trunk_ids } = z.strictObject({ trunk_ids: z.array(z.string()) }).parse(body);
      const found = [...rules].filter(([, each]) => trunk_ids.includes(each.trunk_ids[0]));
      return { items: found.map(([sip_dispatch_rule_id, each]) => ({ sip_dispatch_rule_id, ...each })) };
    },
    "SIP/CreateSIPDispatchRule": (body) => {
      const { dispatch_rule } = z.strictObject({ dispatch_rule: rule }).parse(body);
      if ([...rules.values()].some(({ trunk_ids }) => trunk_ids[0] === dispatch_rule.trunk_ids[0]))
        throw new Error("Dispatch rule for the same trunk already exists");
      const sip_dispatch_rule_id = nextId("SDR");
      rules.set(sip_dispatch_rule_id, dispatch_rule);
      return { sip_dispatch_rule_id };
    },
    "SIP/UpdateSIPDispatchRule": (body) => {
      const { sip_dispatch_rule_id, replace } = z
        .strictObject({ sip_dispatch_rule_id: z.string(), replace: rule })
        .parse(body);
      rules.set(sip_dispatch_rule_id, replace);
      return { sip_dispatch_rule_id };
    },
    "SIP/DeleteSIPDispatchRule": (body) => {
      rules.delete(z.strictObject({ sip_dispatch_rule_id: z.string() }).parse(body).sip_dispatch_rule_id);
      return {};
    },
  };
  /** Leads a caller into a room of their own; null: no trunk takes calls to this number. */
  const leadIn = ({ to, from, callId }: Caller) => {
    const [trunkId] = [...trunks].find(([, { numbers }]) => numbers[0] === to) ?? [];
    const found = [...rules.values()].find(({ trunk_ids }) => trunk_ids[0] === trunkId);
    if (trunkId === undefined || !found) return null;
    const room = `${found.rule.dispatch_rule_callee.room_prefix}_${to}_${nextId("random")}`;
    const attributes: Record<string, string> = {
      ...found.attributes,
      "sip.callID": nextId("SCL"),
      "sip.callIDFull": callId,
      "sip.callTag": "tag-of-the-caller",
      "sip.trunkID": trunkId,
      "sip.phoneNumber": from,
      "sip.trunkPhoneNumber": to,
      "sip.callStatus": "ringing",
    };
    return { room, participant: { identity: `sip_${from}`, attributes } };
  };
  return {
    methods,
    leadIn,
    trunkTo: (number: string) => [...trunks.values()].find((each) => each.numbers[0] === number),
  };
};
