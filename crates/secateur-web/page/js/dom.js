// Elements in one call: name, properties, children.

const SVG = "http://www.w3.org/2000/svg";

export function el(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS(SVG, name), props, children);
}

// Properties: `on` listeners, `data` for data-*, else attributes; false and null mean none.
function fill(element, { on = {}, data = {}, ...attributes }, children) {
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function set(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

export function button(text, click, props = {}) {
  return el("button", { type: "button", on: { click }, ...props }, text);
}

// A field with its label.
export function field(label, control, hint) {
  const note = hint ? el("small", {}, hint) : null;
  return el("label", { class: "field" }, el("span", {}, label), control, note);
}

export function select(options, value, change) {
  const control = el("select", { on: { change: () => change(control.value) } });
  for (const [key, text] of options) {
    const option = el("option", { value: key }, text);
    option.selected = String(key) === String(value);
    control.append(option);
  }
  return control;
}

export function check(label, checked, change) {
  const control = el("input", { type: "checkbox", on: { change: () => change(control.checked) } });
  control.checked = checked;
  return el("label", { class: "check" }, control, el("span", {}, label));
}

// Says something to those who listen to the page.
export function announce(text) {
  const live = document.getElementById("live");
  live.append(el("p", {}, text));
  while (live.childElementCount > 6) live.firstElementChild.remove();
}
