// SPDX-License-Identifier: BSD-3-Clause
// What the page can do with scripts on.  Everything is readable without them; every control is made
// here.  Texts are only ever set as text.
"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  const made = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const live = made("div", { class: "unseen", role: "status" });
  const tip = made("div", { class: "tip", "aria-hidden": "true" });
  tip.hidden = true;

  // ---- Theme: the system's, unless the reader says otherwise.
  const stored = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  function addThemes() {
    const root = document.documentElement;
    const names = ["auto", "light", "dark"];
    const buttons = names.map((name) =>
      made("button", { type: "button" }, name[0].toUpperCase() + name.slice(1)));
    const choose = (name) => {
      if (name === "auto") root.removeAttribute("data-theme");
      else root.setAttribute("data-theme", name);
      names.forEach((other, i) => buttons[i].setAttribute("aria-pressed", String(other === name)));
      stored.set("fairpca-theme", name);
    };
    buttons.forEach((button, i) => button.addEventListener("click", () => choose(names[i])));
    const kept = stored.get("fairpca-theme");
    choose(names.includes(kept) ? kept : "auto");
    const box = made("div", { class: "themes", role: "group", "aria-label": "Colours" }, ...buttons);
    document.querySelector("header").append(box);
  }

  // ---- Contents: where the reader is.
  function followSections() {
    const links = new Map(all("nav a").map((link) => [link.getAttribute("href").slice(1), link]));
    const seen = new Set();
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) seen.add(entry.target);
        else seen.delete(entry.target);
      }
      const first = all("main > section").find((section) => seen.has(section));
      if (!first) return;
      for (const [id, link] of links) {
        if (id === first.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }, { rootMargin: "-15% 0px -60% 0px" });
    all("main > section").forEach((section) => observer.observe(section));
  }

  // ---- One choice (of d) for the whole page.
  function addChoosers() {
    const groups = all(".choices");
    if (groups.length === 0) return;
    const parts = (group) => all(":scope > .choice", group);
    const values = parts(groups[0]).map((part) => part.dataset.choice);
    if (values.length === 0) return;
    const label = parts(groups[0])[0].querySelector("summary").textContent.split(":")[0];
    const controls = groups.map((group) => {
      const select = made("select", {},
        ...values.map((value) => made("option", { value }, value)));
      const back = made("button", { type: "button", class: "button", "aria-label": "Previous" }, "\u2190");
      const next = made("button", { type: "button", class: "button", "aria-label": "Next" }, "\u2192");
      group.classList.add("has-chooser");
      group.prepend(made("div", { class: "chooser" }, made("label", {}, label, select), back, next));
      return { group, select, back, next };
    });
    const choose = (value, from) => {
      const at = values.indexOf(value);
      // The control stays where it is on the screen while figures above it change their height.
      const before = from ? from.getBoundingClientRect().top : 0;
      for (const { group, select, back, next } of controls) {
        parts(group).forEach((part) => { part.open = part.dataset.choice === value; });
        select.value = value;
        back.disabled = at === 0;
        next.disabled = at === values.length - 1;
      }
      if (!from) return;
      const moved = from.getBoundingClientRect().top - before;
      if (moved !== 0) window.scrollBy({ top: moved, behavior: "instant" });
      live.textContent = `${label}: ${value}`;
      fitRegions();
    };
    const open = groups[0].querySelector(":scope > .choice[open]");
    for (const { select, back, next } of controls) {
      select.addEventListener("change", () => choose(select.value, select));
      const step = (by) => choose(values[values.indexOf(select.value) + by], select);
      back.addEventListener("click", () => { step(-1); if (back.disabled) next.focus(); });
      next.addEventListener("click", () => { step(1); if (next.disabled) back.focus(); });
    }
    choose(open ? open.dataset.choice : values[0]);
  }

  // ---- Tables: sorted by a column; regions can be focused where they scroll.
  const sortKey = (cell) => {
    if (!cell) return "";
    if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
    const text = cell.textContent.trim();
    return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  };
  /// Numbers first, then words, then what is empty: in both directions.
  const rankOf = (key) => (typeof key === "number" ? 0 : /^[-\u2013]?$/.test(key) ? 2 : 1);
  const compareKeys = (a, b) => (typeof a === "number" && typeof b === "number"
    ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));

  function sortBy(table, header, column) {
    const ascends = header.getAttribute("aria-sort") !== "ascending";
    const rows = Array.from(table.tBodies[0].rows, (row) => [sortKey(row.cells[column]), row]);
    rows.sort(([a], [b]) => rankOf(a) - rankOf(b) || (ascends ? 1 : -1) * compareKeys(a, b));
    for (const other of header.parentElement.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", ascends ? "ascending" : "descending");
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }

  function addSorting() {
    for (const table of all("table")) {
      if (table.tBodies[0].rows.length < 3) continue;
      Array.from(table.tHead.rows[0].cells).forEach((header, column) => {
        if (header.tagName !== "TH") return;
        const button = made("button", { type: "button", class: "sort" }, ...header.childNodes);
        button.addEventListener("click", () => sortBy(table, header, column));
        header.append(button);
      });
    }
  }

  function fitRegions() {
    for (const region of all(".scroll, pre, .drawing.only")) {
      if (region.offsetWidth === 0) continue;
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
  }

  // ---- Series: shown or hidden in every figure that has them.
  const hidden = new Set();

  function showSeries() {
    for (const part of all(".drawing [data-series]")) {
      part.classList.toggle("is-off", hidden.has(part.dataset.series));
    }
    for (const button of all(".legend button")) {
      button.setAttribute("aria-pressed", String(!hidden.has(button.parentElement.dataset.series)));
    }
  }

  function addSwitches() {
    for (const legend of all(".legend")) {
      legend.classList.add("has-switches");
      for (const entry of legend.children) {
        const name = entry.dataset.series;
        const button = made("button", { type: "button", "aria-pressed": "true", title: name },
          ...entry.childNodes);
        button.addEventListener("click", () => {
          if (!hidden.delete(name)) hidden.add(name);
          showSeries();
        });
        entry.append(button);
      }
    }
  }

  // ---- Points: their numbers on hover and by the keyboard.
  const kPoint = "[data-mark] [data-x], [data-mark] [data-y], [data-mark] [data-value]";
  const kReach = 18;  // pixels around a point that count as on it

  /// What a point stands for: its name, then lines of numbers.
  function wordsOf(point) {
    const series = point.closest("[data-series]").dataset.series;
    const panel = point.closest(".fp-panel").dataset;
    const data = point.dataset;
    const name = [series, data.label].filter((text) => text && text !== panel.panel);
    const named = (label, text) => (label ? `${label}: ${text}` : text);
    const lines = [];
    if (data.x !== undefined) lines.push(named(panel.xName, data.x));
    if (data.y !== undefined) lines.push(named(panel.yName, data.y));
    if (data.value !== undefined) lines.push(data.value);
    if (data.low !== undefined && data.high !== undefined) lines.push(`${data.low} to ${data.high}`);
    if (panel.panel) name.unshift(panel.panel);
    return { name: Array.from(new Set(name)).join(", "), lines };
  }

  let shownByKeys = null;  // the chart whose point was reached by the keyboard

  class Chart {
    constructor(box) {
      this.box = box;
      this.svg = box.querySelector("svg");
      this.points = all(kPoint, this.svg);
      this.active = null;
      this.nameWithoutTitle();
      if (this.points.length === 0) return;
      for (const point of this.points) point.querySelector("title")?.remove();
      box.tabIndex = 0;
      box.setAttribute("role", "application");
      box.setAttribute("aria-label", "Points of: " + this.svg.getAttribute("aria-label")
        + ". Arrow keys move between points, Escape leaves.");
      box.addEventListener("keydown", (event) => this.onKey(event));
      box.addEventListener("blur", () => this.show(null));
      this.svg.addEventListener("pointermove", (event) => this.show(this.near(event), event));
      this.svg.addEventListener("pointerdown", (event) => this.show(this.near(event), event));
      this.svg.addEventListener("pointerleave", (event) => {
        if (event.pointerType !== "touch") this.show(null);
      });
    }

    /// A <title> of the whole drawing would pop up over every point.
    nameWithoutTitle() {
      const title = this.svg.querySelector(":scope > title");
      const text = this.svg.querySelector(":scope > desc");
      this.svg.setAttribute("aria-label", title.textContent);
      this.svg.removeAttribute("aria-labelledby");
      this.svg.setAttribute("aria-describedby", text.id);
      title.remove();
    }

    shown() { return this.points.filter((point) => !point.closest(".is-off")); }

    centre(point) {
      const box = point.getBoundingClientRect();
      return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    }

    near(event) {
      const on = event.target.closest("[data-x], [data-y], [data-value]");
      if (on && this.points.includes(on)) return on;
      let best = null;
      let least = kReach;
      for (const point of this.shown()) {
        const [x, y] = this.centre(point);
        const distance = Math.hypot(x - event.clientX, y - event.clientY);
        if (distance < least) [best, least] = [point, distance];
      }
      return best;
    }

    show(point, event = null) {
      if (point !== this.active) {
        this.active?.classList.remove("is-active");
        point?.classList.add("is-active");
        this.active = point;
        if (point) {
          const words = wordsOf(point);
          tip.replaceChildren(made("b", {}, words.name),
            ...words.lines.map((line) => made("span", {}, line)));
          if (!event) live.textContent = [words.name, ...words.lines].join(", ");
        }
      }
      tip.hidden = !point;
      shownByKeys = point && !event ? this : null;
      if (point) this.place(point, event);
    }

    place(point, event) {
      const [x, y] = event ? [event.clientX, event.clientY] : this.centre(point);
      const { width, height } = tip.getBoundingClientRect();
      const left = Math.min(Math.max(4, x - width / 2), window.innerWidth - width - 4);
      const top = y - height - 14 < 4 ? y + 18 : y - height - 14;
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    }

    /// Left and right move within a series, up and down to the nearest point of the next one.
    onKey(event) {
      const points = this.shown();
      if (event.key === "Escape") { this.show(null); return; }
      const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
      if (!keys.includes(event.key) || points.length === 0) return;
      event.preventDefault();
      const at = points.indexOf(this.active);
      let next = points[0];
      if (event.key === "End") next = points[points.length - 1];
      else if (event.key === "Home" || at < 0) next = points[0];
      else if (event.key === "ArrowRight") next = points[Math.min(at + 1, points.length - 1)];
      else if (event.key === "ArrowLeft") next = points[Math.max(at - 1, 0)];
      else next = this.beside(points, event.key === "ArrowDown" ? 1 : -1);
      const rectangle = next.getBoundingClientRect();
      if (rectangle.top < 60 || rectangle.bottom > window.innerHeight - 20) {
        next.scrollIntoView({ block: "center", behavior: "instant" });
      }
      this.show(next);
    }

    beside(points, by) {
      const groups = Array.from(new Set(points.map((point) => point.parentElement)));
      const at = groups.indexOf(this.active.parentElement) + by;
      if (at < 0 || at >= groups.length) return this.active;
      const [x] = this.centre(this.active);
      const distance = (point) => Math.abs(this.centre(point)[0] - x);
      return points.filter((point) => point.parentElement === groups[at])
        .reduce((best, point) => (distance(point) < distance(best) ? point : best));
    }
  }

  document.body.append(live, tip);
  addThemes();
  addSwitches();
  all(".drawing").forEach((box) => new Chart(box));
  addSorting();
  addChoosers();
  fitRegions();
  window.addEventListener("resize", fitRegions);
  document.addEventListener("toggle", fitRegions, true);
  document.addEventListener("scroll", () => {
    if (shownByKeys) shownByKeys.place(shownByKeys.active, null);
    else tip.hidden = true;
  }, { passive: true, capture: true });
  if ("IntersectionObserver" in window) followSections();
})();
