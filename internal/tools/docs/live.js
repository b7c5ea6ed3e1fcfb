// Plays a drawn board in its place: its link opens there, and leads to the whole page when it is followed again.
document.addEventListener("click", (event) => {
	const link = event.target.closest("figcaption a");
	const drawn = link?.closest("figure").querySelector("svg");
	if (!drawn || event.ctrlKey || event.metaKey || event.shiftKey || location.protocol === "file:") return; // files have no modules
	event.preventDefault();
	const frame = document.createElement("iframe");
	frame.src = link.href;
	frame.title = link.textContent;
	drawn.replaceWith(frame);
});
