// Shows the pages that have all words of the search, those with a word in the title first.
const box = document.querySelector(".search input");
const list = document.querySelector(".search ul");

function found(words) {
	const hits = [];
	for (const page of pages) {
		const title = page.Title.toLowerCase();
		const text = page.Text.toLowerCase();
		if (!words.every((word) => title.includes(word) || text.includes(word))) continue;
		const at = Math.max(0, text.indexOf(words[0]));
		const inTitle = words.filter((word) => title.includes(word)).length;
		hits.push({ page, at, inTitle });
	}
	return hits.sort((a, b) => b.inTitle - a.inTitle).slice(0, 12);
}

box.addEventListener("input", () => {
	const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
	list.replaceChildren();
	list.hidden = words.length === 0;
	if (list.hidden) return;
	for (const { page, at } of found(words)) {
		const line = document.createElement("li");
		const link = document.createElement("a");
		link.href = `${page.Name}.html`;
		link.textContent = page.Title;
		const near = document.createElement("span");
		near.textContent = page.Text.slice(Math.max(0, at - 30), at + 90);
		line.append(link, near);
		list.append(line);
	}
	if (list.childElementCount === 0) {
		const line = document.createElement("li");
		line.textContent = list.dataset.nothing;
		list.append(line);
	}
});
box.addEventListener("keydown", (event) => {
	if (event.key === "Escape") {
		box.value = "";
		list.hidden = true;
	}
	if (event.key === "Enter") list.querySelector("a")?.click();
});
