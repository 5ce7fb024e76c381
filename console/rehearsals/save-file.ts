/** Has the browser save what an address answers. */
export const saveFile = (url: string, name: string): void => {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
};
