/** Opens the microphone; rejects when there is none or it may not be used. */
export const openMicrophone = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true } });

/** Shows how loud a microphone is; returns the function that ends it, and the microphone. */
export const watchLevel = (stream: MediaStream, meter: HTMLMeterElement): (() => void) => {
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
