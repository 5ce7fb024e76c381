/** Shows how loud the microphone is; gives what ends it. Rejects where there is none or it may not be used. */
export const watchLevel = async (meter: HTMLMeterElement): Promise<() => void> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true } });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let frame = 0;
  const draw = () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    meter.value = Math.min(1, Math.sqrt(power) * 4);
    frame = requestAnimationFrame(draw);
  };
  draw();
  return () => {
    cancelAnimationFrame(frame);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
};
