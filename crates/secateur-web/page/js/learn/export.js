// A drawing as a file: SVG as it stands on the page, or PNG.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight",
  "font-style", "opacity", "display", "text-anchor"];

export function toSvg(picture) {
  const copy = picture.cloneNode(true);
  const [from, to] = [picture.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "data-node"]) to[i].removeAttribute(name);
  });
  const { width, height } = picture.viewBox.baseVal;
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width, height, fill: getComputedStyle(document.body).backgroundColor })) ground.setAttribute(name, value);
  copy.prepend(ground);
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}

export async function toPng(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const scale = Math.min(2, 8000 / Math.max(width, height));
  const image = new Image();
  const address = URL.createObjectURL(new Blob([toSvg(picture)], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
