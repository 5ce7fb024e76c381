/** An organization's record is sealed by a checkpoint at least this often, when it has new entries. */
export const SEALED_EVERY_SECONDS = 60;

/** For so long a former key signs beside the new one, so that verifiers learn of the new one in time. */
export const KEYS_OVERLAP_DAYS = 30;

/** What a checkpoint of C2SP tlog-checkpoint says: this log has this root at this size. */
export interface Checkpoint {
  origin: string;
  size: number;
  /** Base64. */
  root: string;
}

/** A signature line of a signed note. */
export interface NoteSignature {
  name: string;
  /** Base64: the first four bytes of the key's hash, and the signature. */
  value: string;
}

/** The dash that begins a signature line. */
const DASH = String.fromCodePoint(0x2014);

/** Returns the text that is signed, with its last line feed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root}\n`;

/** Returns a signed note of C2SP. */
export const formatNote = (text: string, signatures: readonly NoteSignature[]): string =>
  `${text}\n${signatures.map(formatSignature).join("")}`;

/** Returns a signature line, with its line feed. */
export const formatSignature = ({ name, value }: NoteSignature): string => `${DASH} ${name} ${value}\n`;

/** Reads a signed note; null where it is none. */
export const parseNote = (note: string): { text: string; signatures: NoteSignature[] } | null => {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const [dash, name, value, ...rest] = line.split(" ");
    if (dash !== DASH || name === undefined || value === undefined || rest.length > 0) return null;
    signatures.push({ name, value });
  }
  return { text: note.slice(0, end + 1), signatures };
};

/** Reads the text of a checkpoint; null where it is none. */
export const parseCheckpoint = (text: string): Checkpoint | null => {
  const [origin, size, root] = text.split("\n");
  if (!origin || root === undefined || !/^(0|[1-9]\d{0,15})$/.test(size ?? "")) return null;
  return { origin, size: Number(size), root };
};

/** Returns the name of an organization's log, which is the name of its keys too. */
export const formatOrigin = ({
  installation,
  organizationId,
}: {
  installation: string;
  organizationId: number;
}): string => `ringdown.record/${installation}/org-${organizationId}`;
