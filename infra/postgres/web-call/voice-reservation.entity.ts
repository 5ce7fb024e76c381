import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

export type VoiceReservation = Row<typeof VoiceReservation>;
/** A place in some media process that is kept for a call which nobody speaks in yet. */
export const VoiceReservation = defineEntity({
  name: "VoiceReservation",
  tableName: "voice_reservations",
  properties: {
    run_uuid: p.uuid().primary(),
    reserved_until: p.datetime(),
  },
});
