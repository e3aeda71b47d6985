// Texts whose colour is too close to what lies behind (WCAG 2.1, 1.4.3: 4.5 to 1).
(() => {
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const clear = (colour) => colour === "none" || (parts(colour).length === 4 && parts(colour)[3] === 0);
  const luminance = (colour) => {
    const [red, green, blue] = parts(colour).slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!clear(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const seen = {};
  const take = (text, front, back) => {
    const found = ratio(front, back);
    if (found < 4.5) seen[`${front} on ${back}: ${found.toFixed(2)}`] = text.trim().slice(0, 30);
  };
  for (const text of document.querySelectorAll("svg text")) {
    let rect = text.previousElementSibling;
    while (rect && (rect.tagName !== "rect" || clear(getComputedStyle(rect).fill))) rect = rect.previousElementSibling;
    const below = text.classList.contains("below");
    take(text.textContent, getComputedStyle(text).fill, rect && !below ? getComputedStyle(rect).fill : behind(text));
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || node.parentElement.closest("svg")) continue;
    take(node.data, getComputedStyle(node.parentElement).color, behind(node.parentElement));
  }
  return seen;
})()
