import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const USAGE = `npm run pin-images              asks the registries and writes the digest of each image into .env
npm run pin-images -- --check   says which images .env does not pin by digest; exit code 1 when there are some`;

/** An image of docker-compose.yml that a variable replaces. */
interface NamedImage {
  variable: string;
  /** Name and tag, as the file has them. */
  reference: string;
}

const listImages = (compose: string): NamedImage[] => {
  const named = [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)];
  const byVariable = new Map(named.map(([, variable = "", reference = ""]) => [variable, reference]));
  return [...byVariable].map(([variable, reference]) => ({ variable, reference }));
};

/** Asks the image's registry, with Docker's log-in there, for its digest; all platforms together have one. */
const readDigest = ({ reference }: NamedImage): string => {
  const command = ["buildx", "imagetools", "inspect", reference, "--format", "{{json .Manifest.Digest}}"];
  const answer = execFileSync("docker", command, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const digest = /^"?(sha256:[0-9a-f]{64})"?$/.exec(answer.trim())?.[1];
  if (digest === undefined) throw new Error(`the registry tells no digest of ${reference}: ${answer.slice(0, 200)}`);
  return digest;
};

const readSettings = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line, index, lines) => line !== "" || index < lines.length - 1)
    : [];

/** Every other line of the file stays as it is. */
const pinImages = (file: string, images: readonly NamedImage[]): void => {
  const pinned = images.map((image) => `${image.variable}=${image.reference}@${readDigest(image)}`);
  const isReplaced = (line: string) => images.some(({ variable }) => line.startsWith(`${variable}=`));
  const lines = [...readSettings(file).filter((line) => !isReplaced(line)), ...pinned];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  process.stdout.write(`${pinned.join("\n")}\nWritten into .env: docker compose uses exactly these from now on.\n`);
};

/** An image of another version than docker-compose.yml's is not pinned: an update of the file must ask again. */
const checkImages = (file: string, images: readonly NamedImage[]): void => {
  const lines = readSettings(file);
  const isPinned = ({ variable, reference }: NamedImage) =>
    lines.some(
      (line) => line.startsWith(`${variable}=${reference}@sha256:`) && /@sha256:[0-9a-f]{64}$/.test(line.trim()),
    );
  const unpinned = images.filter((image) => !isPinned(image));
  for (const { variable, reference } of unpinned)
    process.stderr.write(`${variable} does not name ${reference} by its digest: npm run pin-images\n`);
  process.exitCode = unpinned.length > 0 ? 1 : 0;
};

const [option, ...rest] = process.argv.slice(2);
const folder = process.cwd();
const images = listImages(readFileSync(join(folder, "docker-compose.yml"), "utf8"));
if (rest.length > 0 || (option !== undefined && option !== "--check")) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else if (option === "--check") checkImages(join(folder, ".env"), images);
else pinImages(join(folder, ".env"), images);
