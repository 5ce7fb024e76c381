import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";

export type VoiceReservation = Row<typeof VoiceReservation>;
/** A place in some media process that is reserved for a call until a process speaks in it. */
export const VoiceReservation = defineEntity({
  name: "VoiceReservation",
  tableName: "voice_reservations",
  properties: {
    run_uuid: p.uuid().primary(),
    reserved_until: p.datetime(),
  },
});
