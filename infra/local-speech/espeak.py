"""Speaks and spells by the library of espeak-ng, for machines without its program.

Reads a request a line from standard input and answers with one line, both JSON, until the input ends.
It is a program of its own: the library's licence (GPL-3.0) is that of whoever runs it.
"""

import base64
import ctypes
import json
import os
import sys

SYNCHRONOUS = 2
UTF8, IPA = 1, 2
RATE = 1
DONT_EXIT = 0x8000

folder = sys.argv[1]
suffix = "dylib" if sys.platform == "darwin" else "so"
library = ctypes.CDLL(os.path.join(folder, f"libespeak-ng.{suffix}"))
library.espeak_TextToPhonemes.restype = ctypes.c_char_p
sample_rate = library.espeak_Initialize(SYNCHRONOUS, 0, folder.encode(), DONT_EXIT)
if sample_rate <= 0:
    sys.exit("espeak-ng finds no data beside its library")

made = bytearray()
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


@CALLBACK
def take(samples, count, _events):
    if samples and count > 0:
        made.extend(ctypes.string_at(samples, count * 2))
    return 0


library.espeak_SetSynthCallback(take)


def spell(text):
    at = ctypes.c_char_p(text.encode())
    clauses = []
    while at.value is not None:
        clauses.append(library.espeak_TextToPhonemes(ctypes.byref(at), UTF8, IPA).decode())
    return clauses


def speak(text, words_per_minute):
    made.clear()
    library.espeak_SetParameter(RATE, words_per_minute, 0)
    encoded = text.encode() + b"\0"
    library.espeak_Synth(encoded, len(encoded), 0, 1, 0, UTF8, None, None)
    library.espeak_Synchronize()
    return base64.b64encode(bytes(made)).decode()


for line in sys.stdin:
    request = json.loads(line)
    if library.espeak_SetVoiceByName(request["voice"].encode()) != 0:
        answer = {"error": f"espeak-ng has no voice {request['voice']}"}
    elif request["kind"] == "spell":
        answer = {"phonemes": spell(request["text"])}
    else:
        answer = {"sound": speak(request["text"], request["rate"]), "sampleRate": sample_rate}
    print(json.dumps(answer), flush=True)
