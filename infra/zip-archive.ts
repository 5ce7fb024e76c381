import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export type ZipArchive = ReturnType<typeof createZipArchive>;

/** Creates a ZIP archive whose bytes are taken as they are made. One file is ended before the next one begins. */
export const createZipArchive = () => {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const file = (name: string, isPacked = true) => {
    const stream = isPacked ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    zip.add(stream);
    return {
      push: (content: string | Uint8Array) => stream.push(Buffer.from(content)),
      end: (bytes: Uint8Array = new Uint8Array()) => stream.push(bytes, true),
    };
  };
  const whole = (name: string, bytes: Uint8Array, isPacked = true) => file(name, isPacked).end(bytes);
  return {
    file,
    whole,
    json: (name: string, value: unknown) => whole(name, Buffer.from(JSON.stringify(value, null, 2))),
    take: () => {
      const taken = made;
      made = [];
      return taken;
    },
    end: () => zip.end(),
  };
};
