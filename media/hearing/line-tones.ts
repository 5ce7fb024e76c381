import { measurePower } from "./beep-detector.ts";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "./voice-activity.ts";

/**
 * A tone by which a network says that nobody is reached. `sit_…`: the three rising tones before an announcement, which say by pitch and
 * length why: the number is not in use (`vacant`, or moved: `intercept`), or the network is full (`reorder`, `no_circuit`); `sit` alone
 * where they do not say, as in Europe. `ring_back`: somebody's telephone rings on behind what has answered.
 */
export type LineTone =
  | "sit"
  | "sit_vacant"
  | "sit_intercept"
  | "sit_reorder"
  | "sit_no_circuit"
  | "busy"
  | "reorder"
  | "ring_back";

/** Takes the frames of a call in their order; returns a tone when it has been recognized. */
export type LineToneDetector = (frame: Int16Array) => LineTone | null;

const STEP_HZ = SAMPLE_RATE / FRAME_SAMPLES;
const FIRST_STEP = Math.floor(312 / STEP_HZ);
const LAST_STEP = Math.ceil(1876 / STEP_HZ);
/** Quieter sound is silence, and so is what is that much quieter than the loudest that was heard lately. */
const LEAST_LOUDNESS = 150;
const SILENT_SHARE = 0.2;
const FADES_BY = 0.997;
/** A tone, or two together, have this share of a frame's energy; a voice has overtones. */
const LEAST_SHARE = 0.8;
/** Busy and ringing telephones sound in here, in every country. */
const LOW = { from: 380, to: 650 };
const PIECES_KEPT = 8;

/** What a stretch of the line was: one of the three rising tones with its pitch, a low tone, silence, or something else. */
interface Piece {
  kind: "first" | "second" | "third" | "low" | "silence" | "other";
  frames: number;
  hertz: number;
}

export const createLineToneDetector = (): LineToneDetector => {
  let pieces: Piece[] = [];
  let loudest = 0;
  return (frame) => {
    const loudness = measureLoudness(frame);
    loudest = Math.max(loudest * FADES_BY, loudness);
    const isSilent = loudness < Math.max(LEAST_LOUDNESS, loudest * SILENT_SHARE);
    const { kind, hertz } = isSilent ? SILENCE : hearTone(frame, loudness ** 2 * frame.length);
    const last = pieces.at(-1);
    if (last?.kind === kind) {
      last.hertz = (last.hertz * last.frames + hertz) / (last.frames + 1);
      last.frames += 1;
    } else pieces = [...dropGlitch(pieces, kind), { kind, hertz, frames: 1 }].slice(-PIECES_KEPT);
    const found = recognizeTriple(pieces) ?? recognizeCadence(pieces);
    if (found !== null) pieces = [];
    return found;
  };
};

/** A frame between two pieces is half of each, and no piece of its own. */
const dropGlitch = (pieces: readonly Piece[], next: Piece["kind"]): Piece[] => {
  const [last, before] = [pieces.at(-1), pieces.at(-2)];
  if (last?.kind !== "other" || last.frames > 1 || before === undefined) return [...pieces];
  const rest = pieces.slice(0, -1);
  return before.kind === next ? rest.slice(0, -1) : rest;
};

const SILENCE = { kind: "silence", hertz: 0 } as const;

const measureLoudness = (frame: Int16Array): number => {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  return Math.sqrt(energy / frame.length);
};

const hearTone = (frame: Int16Array, energy: number): { kind: Piece["kind"]; hertz: number } => {
  const powers: number[] = [];
  for (let step = FIRST_STEP - 1; step <= LAST_STEP + 1; step += 1) powers.push(measurePower(frame, step));
  const one = findPeak(powers);
  const alone = shareOf(one.power, energy, frame);
  if (alone >= LEAST_SHARE) return { kind: nameTone(one.hertz), hertz: one.hertz };
  const other = findPeak(powers.map((power, at) => (Math.abs(at - one.at) <= REACH ? 0 : power)));
  const areBoth =
    isLow(one.hertz) &&
    isLow(other.hertz) &&
    shareOf(
      Math.min(
        one.power + other.power,
        powers.reduce((sum, each) => sum + each, 0),
      ),
      energy,
      frame,
    ) >= LEAST_SHARE;
  return { kind: areBoth ? "low" : "other", hertz: one.hertz };
};

const shareOf = (power: number, energy: number, frame: Int16Array): number => (2 * power) / frame.length / energy;

/** Between two steps a tone has its power in the steps on both sides. */
const REACH = 2;

/** Finds the strongest frequency. */
const findPeak = (powers: readonly number[]): { at: number; power: number; hertz: number } => {
  let at = 1;
  for (let each = 2; each < powers.length - 1; each += 1) if ((powers[each] ?? 0) > (powers[at] ?? 0)) at = each;
  const [low = 0, mid = 0, high = 0] = [powers[at - 1], powers[at], powers[at + 1]].map((power = 0) =>
    Math.sqrt(power),
  );
  // Between two steps it lies by how much power each of them has.
  const lean = high > low ? high / (mid + high || 1) : -low / (mid + low || 1);
  const power = powers.slice(Math.max(at - REACH, 0), at + REACH + 1).reduce((sum, each) => sum + each, 0);
  return { at, power, hertz: (FIRST_STEP - 1 + at + lean) * STEP_HZ };
};

const isLow = (hertz: number): boolean => hertz >= LOW.from && hertz <= LOW.to;

const nameTone = (hertz: number): Piece["kind"] => {
  if (isLow(hertz)) return "low";
  if (hertz > 890 && hertz < 1010) return "first";
  if (hertz > 1345 && hertz < 1455) return "second";
  return hertz > 1750 && hertz < 1830 ? "third" : "other";
};

const msOf = ({ frames }: Piece): number => frames * FRAME_MS;
const isWithin = (ms: number, least: number, most: number): boolean => ms >= least && ms <= most;

/** Each of the three lasts 276 or 380 ms, in Europe 330; nothing lies between them but a click. */
const SIT_MS = { least: 180, most: 480, gap: 100 };
/** Lower and higher pitches of the first two tones, and the middle between them, which says nothing. */
const PITCHES = { first: { middle: 949.5, away: 18 }, second: { middle: 1399.5, away: 14 } };

const recognizeTriple = (pieces: readonly Piece[]): LineTone | null => {
  const tones = pieces.filter((piece) => piece.kind !== "silence" || msOf(piece) > SIT_MS.gap);
  const [first, second, third] = tones.slice(-3);
  if (first?.kind !== "first" || second?.kind !== "second" || third?.kind !== "third") return null;
  if (![first, second].every((tone) => isWithin(msOf(tone), SIT_MS.least, SIT_MS.most))) return null;
  if (msOf(third) < SIT_MS.least) return null;
  return nameTriple([pitchOf(first, "first"), pitchOf(second, "second")], msOf(first) > LONG_MS);
};

type Pitch = "low" | "high";

const pitchOf = ({ hertz }: Piece, kind: keyof typeof PITCHES): Pitch | null => {
  const { middle, away } = PITCHES[kind];
  if (Math.abs(hertz - middle) < away) return null;
  return hertz < middle ? "low" : "high";
};

/** Between the short tone and the long one. */
const LONG_MS = 328;

/** Bellcore's table of the first two tones; the third is the same always. */
const nameTriple = ([first, second]: readonly (Pitch | null)[], isLong: boolean): LineTone => {
  if (!first || !second) return "sit";
  if (first === second) return first === "low" && !isLong ? "sit_intercept" : "sit_no_circuit";
  return first === "high" && isLong ? "sit_vacant" : "sit_reorder";
};

/** Sound and silence of these lengths in turns. */
const CADENCES = [
  { tone: "reorder", sound: [180, 310], silence: [180, 310], times: 3 },
  { tone: "busy", sound: [320, 620], silence: [320, 620], times: 2 },
  { tone: "ring_back", sound: [800, 2300], silence: [1500, 4500], times: 1 },
] as const;

/** A cadence is told by so many sounds with the silence after each, and by the sound that follows; that of a ringing telephone is long. */
const recognizeCadence = (pieces: readonly Piece[]): LineTone | null => {
  const found = CADENCES.find(({ sound, silence, times, tone }) => {
    const turns = tone === "ring_back" ? pieces.slice(-2) : pieces.slice(-2 * times - 1, -1);
    const last = pieces.at(-1);
    if (turns.length < 2 * times || last === undefined) return false;
    if (tone === "ring_back" ? msOf(last) < silence[0] : last.kind !== "low" || last.frames > 1) return false;
    return turns.every((piece, at) =>
      at % 2 === 0
        ? piece.kind === "low" && isWithin(msOf(piece), sound[0], sound[1])
        : piece.kind === "silence" && isWithin(msOf(piece), silence[0], silence[1]),
    );
  });
  return found?.tone ?? null;
};

/** Tells whether nobody is on the line, now and later: a busy signal where a call was answered comes from a network. */
export const isDeadLine = (tone: LineTone): boolean => tone === "busy" || tone === "reorder";

/** Networks have said by then that nobody is reached. */
const LISTEN_FOR_FRAMES = (40 * 1000) / FRAME_MS;

/** Calls `tell` for the first tone of a call that says that nobody is reached. */
export const createToneListener = (tell: (tone: LineTone) => void, hear: (frame: Int16Array) => Promise<void>) => {
  const detect = createLineToneDetector();
  let framesLeft = LISTEN_FOR_FRAMES;
  return (frame: Int16Array): Promise<void> => {
    framesLeft -= 1;
    const tone = framesLeft > 0 ? detect(frame) : null;
    if (tone !== null && tone !== "ring_back") {
      framesLeft = 0;
      tell(tone);
    }
    return hear(frame);
  };
};
