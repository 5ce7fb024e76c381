import { describe, expect, it } from "@jest/globals";
import { CarrierRefusedError } from "../../../../infra/telephony/carrier.ts";
import { createVonageCarrier } from "../../../../infra/telephony/vonage/vonage.carrier.ts";
import { buildFileUrl, toRecording } from "../../../../infra/telephony/vonage/vonage.recording.ts";
import { startVonageStandIn } from "../vonage-stand-in.ts";

const API = "https://api.nexmo.com";
const urlOf = (url: string | null) => buildFileUrl(API, { recordingId: "a-1", url, durationSeconds: null });

describe("a recording at Vonage", () => {
  it("counts as kept where the Media API does not know it and the file is still there", async () => {
    const vonage = await startVonageStandIn();
    try {
      const carrier = createVonageCarrier({ baseUrl: vonage.baseUrl });
      const recording = { recordingId: vonage.keep(), url: null, durationSeconds: null };
      vonage.keepFiles();
      await expect(carrier.removeRecording(vonage.credentials, recording)).rejects.toThrow(CarrierRefusedError);
    } finally {
      await vonage.close();
    }
  });

  it.each([
    "https://api.nexmo.com/v1/files/a-1",
    "https://api-us.nexmo.com/v1/files/a-1",
    "https://api-eu-1.vonage.com/v1/files/a-1",
    "https://api.nexmo.com/media/download?id=a-1",
  ])("is read where the event says: %s", (url) => {
    expect(urlOf(url)).toBe(url);
  });

  it.each([
    null,
    "",
    "files/a-1",
    "http://api.nexmo.com/v1/files/a-1",
    "https://api.nexmo.com:8443/v1/files/a-1",
    "https://api.nexmo.com.evil.example/v1/files/a-1",
    "https://evil.example/api.nexmo.com/a-1",
    "https://api.nexmo.com@evil.example/a-1",
    "https://xapi.nexmo.com/v1/files/a-1",
    "https://apiXnexmo.com/v1/files/a-1",
    "file:///etc/passwd",
  ])("is read by its id when the event says %p", (url) => {
    expect(urlOf(url)).toBe("https://api.nexmo.com/v1/files/a-1");
  });

  it("never leads out of the files by its id", () => {
    const recording = { recordingId: "../calls/1?x=", url: null, durationSeconds: null };
    expect(buildFileUrl(API, recording)).toBe("https://api.nexmo.com/v1/files/..%2Fcalls%2F1%3Fx%3D");
  });

  it("is known by its file, and lasts from its beginning to its end", () => {
    const told = { url: `${API}/v1/files/a-1`, startedAt: "2026-01-02T03:04:05Z", endedAt: "2026-01-02 03:05:35" };
    expect(toRecording(told)).toEqual({ recordingId: "a-1", url: told.url, durationSeconds: 90 });
    expect(toRecording({ ...told, endedAt: null }).durationSeconds).toBeNull();
  });
});
