import { ConnectionError, RingdownError } from "./errors.ts";
import { pause } from "./pause.ts";
import { backOffMs } from "./send.ts";
import type { Settings } from "./settings.ts";

/** A File of the browser or of Node, or bytes with a name; the name's ending says what it is. */
export type NamedFile = File | { name: string; data: Blob | Uint8Array | string };

export const nameAndBlob = (file: NamedFile, types: Readonly<Record<string, string>>): { name: string; blob: Blob } => {
  const given = "data" in file ? file.data : file;
  // A view of shared memory is no part of a Blob.
  const data = given instanceof Uint8Array ? new Uint8Array(given) : given;
  const type = types[file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase()];
  const ofFile = data instanceof Blob ? data.type : "";
  // A Blob of a Blob copies nothing.
  return { name: file.name, blob: new Blob([data], { type: type ?? (ofFile || "application/octet-stream") }) };
};

interface Upload {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Blob | FormData;
}

/** Sends a file to a signed address of the object store; a lost upload is sent again. */
export const sendFile = async (
  { url, ...request }: Upload,
  { settings, signal = null }: { settings: Settings; signal?: AbortSignal | null | undefined },
): Promise<void> => {
  for (let retries = 0; ; retries += 1) {
    try {
      const response = await settings.fetch(url, { ...request, signal });
      if (response.ok) return;
      const detail = `The object store refused the file: ${response.status} ${(await response.text()).slice(0, 300)}`;
      const { status } = response;
      if (status < 500 || retries >= settings.maxRetries)
        throw new RingdownError({
          status,
          code: "upload_refused",
          detail,
          requestId: null,
          retryAfterMs: null,
          operation: null,
        });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RingdownError) throw error;
      if (retries >= settings.maxRetries) throw new ConnectionError("the upload failed", error);
    }
    await pause(backOffMs(retries), signal);
  }
};
