/** Tags of a class that templates of other files mention: `selector:app-card` for `<app-card>`, `template:./card.html` for the file of its own. */
export const SELECTOR_TAG = 'selector:';
export const TEMPLATE_TAG = 'template:';
/** Before the element of a component, as the qualifier of a member that an attribute of the element names: `<app-card`. */
export const ELEMENT_MARK = '<';
