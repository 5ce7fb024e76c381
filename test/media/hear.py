"""Hears which of the given sentences a WAV file holds: a path a line on standard input, a sentence a line back."""

import os
import sys
import wave

from pocketsphinx import Decoder

grammar = "#JSGF V1.0;\ngrammar said;\npublic <said> = %s;\n" % " | ".join(sys.argv[2:])
with open(sys.argv[1], "w", encoding="ascii") as file:
    file.write(grammar)
# A little noise, always the same: beside the perfect silence of a file nothing is understood. The weight of the grammar is 1, because
# with the usual one the same sound was now a whole sentence and now its beginning, by the noise.
decoder = Decoder(jsgf=sys.argv[1], samprate=16000, loglevel="FATAL", dither=True, seed=1, lw=1.0)

for line in sys.stdin:
    with wave.open(line.strip(), "rb") as sound:
        samples = sound.readframes(sound.getnframes())
    os.remove(line.strip())
    decoder.start_utt()
    decoder.process_raw(samples, full_utt=True)
    decoder.end_utt()
    heard = decoder.hyp()
    print(heard.hypstr if heard else "", flush=True)
