// What is wrong with the layout of a page, as a list of sentences. Half a pixel is let pass.
(() => {
  const faults = [];
  const slack = 0.6;
  const named = (node) => `${node.tagName} "${node.textContent.trim().slice(0, 40)}"`;
  const inside = (inner, outer) =>
    inner.left >= outer.left - slack && inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const apart = (one, other) =>
    one.right <= other.left + slack || other.right <= one.left + slack ||
    one.bottom <= other.top + slack || other.bottom <= one.top + slack;

  const wide = document.documentElement.scrollWidth;
  if (wide > window.innerWidth) faults.push(`the page is ${wide} wide`);

  // Text of pictures: within its box and the picture, apart from other text.
  for (const svg of document.querySelectorAll("svg")) {
    const whole = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, index) => {
      if (!inside(boxes[index], whole)) faults.push(`${named(text)} is cut by its picture`);
      let rect = text.previousElementSibling;
      while (rect && rect.tagName !== "rect") rect = rect.previousElementSibling;
      const below = text.classList.contains("below");
      if (!below && !inside(boxes[index], rect.getBoundingClientRect()))
        faults.push(`${named(text)} is wider than its box`);
      for (let other = 0; other < index; other++)
        if (!apart(boxes[index], boxes[other]))
          faults.push(`${named(text)} lies on ${named(texts[other])}`);
    });
    for (const rect of svg.querySelectorAll("rect"))
      if (!inside(rect.getBoundingClientRect(), whole)) faults.push(`a box of ${svg.textContent.trim().slice(0, 30)} is cut`);
  }

  // Text of the page: within the block that it belongs to, and the window.
  const isBlock = (node) => !["inline", "contents"].includes(getComputedStyle(node).display);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || node.parentElement.closest("svg")) continue;
    let block = node.parentElement;
    while (!isBlock(block)) block = block.parentElement;
    const outer = block.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.left < outer.left - slack || line.right > outer.right + slack)
        faults.push(`"${node.data.trim().slice(0, 40)}" is wider than its ${block.tagName}`);
      if (line.right > window.innerWidth + slack)
        faults.push(`"${node.data.trim().slice(0, 40)}" leaves the window`);
    }
  }

  // Blocks: within their parents, apart from each other.
  for (const parent of document.body.querySelectorAll("*")) {
    if (parent.closest("svg") || parent.tagName === "HEAD") continue;
    const outer = parent.getBoundingClientRect();
    const blocks = [...parent.children].filter(isBlock);
    const boxes = blocks.map((block) => block.getBoundingClientRect());
    if (isBlock(parent))
      boxes.forEach((box, index) => {
        if (!inside(box, outer)) faults.push(`${named(blocks[index])} leaves ${parent.tagName}`);
      });
    boxes.forEach((box, index) => {
      for (let other = Math.max(0, index - 30); other < index; other++)
        if (!apart(box, boxes[other])) faults.push(`${named(blocks[index])} lies on ${named(blocks[other])}`);
    });
  }
  return faults;
})()
