/** The part of the browser's audio thread that this file uses; its types are in no library of TypeScript's. */
declare const sampleRate: number;
declare function registerProcessor(name: string, kind: new () => object): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const HEARD_RATE = 16_000;
const SPOKEN_RATE = 24_000;
/** 20 ms: fewer and longer frames come later, more and shorter ones cost more. */
const FRAME_SAMPLES = 320;
/** Sound begins when this much is there, so that packets that come unevenly leave no holes. */
const JITTER_SECONDS = 0.08;

/** Sends the microphone's sound in frames of 16-bit samples at 16 kHz. */
class Microphone extends AudioWorkletProcessor {
  private frame = new Int16Array(FRAME_SAMPLES);
  private filled = 0;
  private sum = 0;
  private count = 0;
  private at = 0;

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) this.take(sample);
    return true;
  }

  /** The samples of one step of the slower rate become their mean, so that high tones do not turn into low ones. */
  private take(sample: number): void {
    this.sum += sample;
    this.count += 1;
    this.at += HEARD_RATE / sampleRate;
    while (this.at >= 1) {
      this.at -= 1;
      const mean = this.count === 0 ? sample : this.sum / this.count;
      this.frame[this.filled] = Math.max(-1, Math.min(1, mean)) * 32_767;
      this.filled += 1;
      if (this.filled === FRAME_SAMPLES) this.send();
    }
    if (this.count > 0 && this.at < HEARD_RATE / sampleRate) {
      this.sum = 0;
      this.count = 0;
    }
  }

  private send(): void {
    this.port.postMessage(this.frame.buffer, [this.frame.buffer]);
    this.frame = new Int16Array(FRAME_SAMPLES);
    this.filled = 0;
  }
}

/** Plays 16-bit samples at 24 kHz as they come; `null` drops what has not sounded. */
class Voice extends AudioWorkletProcessor {
  private waiting: Int16Array[] = [];
  private samples = 0;
  private at = 0;
  private isPlaying = false;
  private patience = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) => {
      if (data === null) {
        this.waiting = [];
        this.samples = 0;
        this.at = 0;
        this.isPlaying = false;
        return;
      }
      const part = new Int16Array(data);
      this.waiting.push(part);
      this.samples += part.length;
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const channel = output?.[0];
    if (!channel) return true;
    // A sound shorter than the buffer plays when nothing follows.
    this.patience = this.samples > 0 && !this.isPlaying ? this.patience + channel.length / sampleRate : 0;
    if (this.samples >= JITTER_SECONDS * SPOKEN_RATE || this.patience > JITTER_SECONDS) this.isPlaying = true;
    if (this.isPlaying) for (let index = 0; index < channel.length; index += 1) channel[index] = this.next();
    if (this.samples === 0) this.isPlaying = false;
    return true;
  }

  private next(): number {
    const [part] = this.waiting;
    if (!part) return 0;
    const index = Math.floor(this.at);
    const here = part[index] ?? 0;
    const after = part[index + 1] ?? this.waiting[1]?.[0] ?? here;
    const value = here + (after - here) * (this.at - index);
    this.at += SPOKEN_RATE / sampleRate;
    if (this.at >= part.length) {
      this.at -= part.length;
      this.samples -= part.length;
      this.waiting.shift();
    }
    return value / 32_768;
  }
}

registerProcessor("microphone", Microphone);
registerProcessor("voice", Voice);
