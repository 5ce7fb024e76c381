import { expect } from "@jest/globals";
import { CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { Suite } from "./suite.ts";

export const describeRecordings = ({ capability, rig, ...suite }: Suite): void => {
  const recorded = async () => {
    const { request, id } = await suite.placeAccepted({ ends: "answered" }, { request: { record: true } });
    const recording = await waitUntil("the recording is told of", () =>
      suite
        .eventsOf(request.runUuid)
        .map((event) => event.recording)
        .find((each) => each !== undefined),
    );
    return { request, id, recording };
  };
  const open = (recording: Parameters<ReturnType<typeof rig>["carrier"]["openRecording"]>[1]) =>
    rig().carrier.openRecording(rig().credentials, recording);

  capability("recordings", (each) => each.recordings, {
    prove: (prove) => {
      prove("are told of, each event with an id of its own, and change nothing about the call", async () => {
        const { request } = await recorded();
        await suite.finalEvent(request.runUuid);
        const events = suite.eventsOf(request.runUuid);
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
        for (const { call } of events) expect([null, "answered"]).toContain(call.outcome);
      });

      prove("are streamed", async ({ bytes, contentType }) => {
        const { recording } = await recorded();
        const opened = await open(recording);
        expect(opened?.contentType).toBe(contentType);
        expect([bytes.length, null]).toContain(opened?.sizeBytes);
        const chunks: Buffer[] = [];
        for await (const chunk of opened?.stream ?? []) chunks.push(Buffer.from(chunk));
        expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      });

      prove("are found by the call when the event was lost", async () => {
        const { id, recording } = await recorded();
        const listed = await rig().carrier.listRecordings(rig().credentials, id);
        expect(listed.map(({ recordingId }) => recordingId)).toEqual([recording.recordingId]);
        const [first] = listed;
        if (!first) throw new Error("no recording is listed");
        const opened = await open(first);
        expect(opened?.contentType).toBeTruthy();
        opened?.stream.destroy();
      });

      prove("are not there for a call that was not recorded", async () => {
        const { request, id } = await suite.placeAccepted({ ends: "answered" });
        await suite.finalEvent(request.runUuid);
        expect(await rig().carrier.listRecordings(rig().credentials, id)).toEqual([]);
      });

      prove("are gone when they are", async ({ remove }) => {
        const { recording } = await recorded();
        await remove(recording.recordingId);
        expect(await open(recording)).toBeNull();
      });

      prove("are removed at the carrier for good, and once more without harm", async () => {
        const { id, recording } = await recorded();
        const { carrier, credentials } = rig();
        const [listed] = await carrier.listRecordings(credentials, id);
        await carrier.removeRecording(credentials, recording);
        expect(await open(recording)).toBeNull();
        for (const each of [recording, listed ?? recording]) await carrier.removeRecording(credentials, each);
      });

      prove("leave those of other calls, when one is removed", async () => {
        const [one, other] = [await recorded(), await recorded()];
        await rig().carrier.removeRecording(rig().credentials, one.recording);
        const kept = await open(other.recording);
        expect(kept).not.toBeNull();
        kept?.stream.destroy();
      });

      prove("are asked for nowhere but at the carrier", async () => {
        const { recording } = await recorded();
        const elsewhere = `${rig().callbacks.base}/stolen/${recording.recordingId}`;
        const opened = await open({ ...recording, url: elsewhere }).catch(() => null);
        opened?.stream.destroy();
        expect(rig().callbacks.of("stolen")).toEqual([]);
      });

      prove("throw when the carrier cannot be asked", async () => {
        const { id, recording } = await recorded();
        const { carrierWithoutServer: absent, credentials } = rig();
        await expect(absent.openRecording(credentials, recording)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.listRecordings(credentials, id)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.removeRecording(credentials, recording)).rejects.toThrow(CarrierUnavailableError);
      });
    },
  });
};
